import { readFileSync, writeFileSync } from 'node:fs'
import { retentionTable } from '../../shared/table/kept-data.ts'

/* Writes the table of what is kept into the README: `node test/support/write-retention.ts`. */

const readme = new URL('../../README.md', import.meta.url)
const marked = /(<!-- retention -->\n)[\s\S]*?(<!-- \/retention -->)/

writeFileSync(
  readme,
  readFileSync(readme, 'utf8').replace(marked, (_all, start, end) => `${start}${retentionTable()}\n${end}`),
)
