/** A place named in a table: where it stands in the text, and the line it points to. */
export interface PlaceInText {
  row: number;
  start: number;
  end: number;
  /** A file relative to the workspace; undefined for the file that the page is about. */
  file: string | undefined;
  /** The cell of a notebook, from one. */
  cell: number | undefined;
  line: number;
}

const PLACE_HEADS = /(?<=^|\s{2})(?:line|from line|declared on|made on)(?=\s{2}|$)/g;
const TITLE_PLACE = /\bline ((?:[^\s:,()]+:)?(?:cell \d+:)?\d+)/;
const PLACE = /^(?:(?!cell \d+:)(?<file>.+?):)?(?:cell (?<cell>\d+):)?(?<line>\d+)$/;

/** All places in the tables that `seismograd show` writes. */
export function placesInTables(text: string): PlaceInText[] {
  let columns: number[] = [];
  return text.split("\n").flatMap((content, row) => {
    if (!content.startsWith("  ")) {
      columns = [];
      return inTitle(content, row);
    }
    if (columns.length === 0) {
      columns = [...content.matchAll(PLACE_HEADS)].map((head) => head.index);
      return [];
    }
    return columns.flatMap((column) => inCell(content, row, column));
  });
}

function inTitle(content: string, row: number): PlaceInText[] {
  const found = TITLE_PLACE.exec(content);
  return found?.[1] === undefined ? [] : placed(found[1], row, found.index + "line ".length);
}

function inCell(content: string, row: number, column: number): PlaceInText[] {
  return placed(content.slice(column).split(/\s{2}/, 1)[0] ?? "", row, column);
}

function placed(word: string, row: number, start: number): PlaceInText[] {
  const { file, cell, line } = PLACE.exec(word)?.groups ?? {};
  if (line === undefined) {
    return [];
  }
  const inside = { file, cell: cell === undefined ? undefined : Number(cell), line: Number(line) };
  return [{ row, start, end: start + word.length, ...inside }];
}
