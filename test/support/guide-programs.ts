import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

export const run = promisify(execFile)

const docs = new URL('../../functions/pages/docs/', import.meta.url)

/** The first program in this language that a guide prints. */
export const programIn = (guide: string, language: string): string =>
  [...readFileSync(new URL(guide, docs), 'utf8').matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].find(
    ([, own]) => own === language,
  )![2]!

/** Whether a program is here. */
export const isHere = (program: string, ...words: readonly string[]): Promise<boolean> =>
  run(program, words).then(
    () => true,
    () => false,
  )

export const hasCryptography = await isHere('python3', '-c', 'import cryptography')

/** Another letter in the place of the one that stands there. */
export const alteredAt = (text: string, offset: number): string =>
  `${text.slice(0, offset)}${text[offset] === 'A' ? 'B' : 'A'}${text.slice(offset + 1)}`
