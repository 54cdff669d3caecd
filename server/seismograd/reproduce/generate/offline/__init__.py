"""Search without a model: drafts from report and project, repaired by what their runs say."""
