import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { retentionTable } from '../../../shared/table/kept-data.ts'
import { duplicateWindowSeconds } from '../../../shared/verification/duplicate.ts'

it('stands in the README as it is (node test/support/write-retention.ts)', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, inReadme] = /<!-- retention -->\n([\s\S]*?)\n<!-- \/retention -->/.exec(readme) ?? []
  expect(inReadme).toBe(retentionTable())
})

it('says for how long an order is guarded against being repeated', () => {
  const days = duplicateWindowSeconds / 86_400
  expect(retentionTable()).toMatch(new RegExp(`guard .* ${days} days after the order`))
})
