/** A line of arguments cut into words as a shell would, with quotes and backslashes. */
export function words(line: string): string[] {
  const found = line.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs);
  return [...found].map(([word]) => unquoted(word));
}

function unquoted(word: string): string {
  return word.replace(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
    (_, double?: string, single?: string, escaped?: string) =>
      double?.replace(/\\(["\\])/g, "$1") ?? single ?? escaped ?? "",
  );
}
