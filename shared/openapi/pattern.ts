/* Patterns in the language that ECMAScript, Python's `re` and RE2 share: plain rules. */

/** A pattern without its anchors, to stand within another. */
export const withoutAnchors = (pattern: string): string =>
  `(?:${pattern.replace(/^\^/, '').replace(/\$$/, '')})`

/** Classes that only ECMAScript reads, or that Python reads as all digits of the world. */
export const toPortablePattern = (pattern: string): string =>
  pattern
    .replaceAll(String.raw`\d`, '[0-9]')
    .replace(/\[\\w/g, '[A-Za-z0-9_')
    .replaceAll(String.raw`\w`, '[A-Za-z0-9_]')

/** Neither Python's `re` nor RE2 reads these; what they say stands in the description. */
export const isPortable = (pattern: string): boolean => !/\\[pPu]|\(\?[=!<]/.test(pattern)
