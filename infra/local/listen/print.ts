/** Any text as one line of plain characters: what a stage or a receiver answers can forge no line and colour nothing. */
export const plain = (text: string): string =>
  text.slice(0, 200).replace(/[^\x20-\x7e]/g, character => `\\u{${character.codePointAt(0)!.toString(16)}}`)

/** One line with the time of day in UTC. */
export const print = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
