/** The API takes no line breaks in words: a space stands for each. */
export const toOneLine = (words: string): string =>
  words
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(' ')
