import { readFileSync } from 'node:fs'

const figures = new URL('../../../test/bench/README.md', import.meta.url)

/** The measured median of the first figure of this name in the benches' table. @throws where it has no such figure */
export const recordedFigure = (name: string): number => {
  const rows = readFileSync(figures, 'utf8').split('\n')
  const row = rows.find(line => line.startsWith(`| ${name} | `))
  if (!row) throw new Error(`test/bench/README.md: no figure ${name}`)
  return Number.parseFloat(row.split(' | ')[1]!)
}
