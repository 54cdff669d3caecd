from seismograd.program.model import Program

def read_program(workspace, document) -> Program:
    return Program(document.path)
