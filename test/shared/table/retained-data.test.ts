import { expect, it } from 'vitest'
import { retentionTable } from '../../../shared/table/retained-data.ts'
import { duplicateWindowSeconds } from '../../../shared/verification/duplicate.ts'

it('says for how long an order is guarded against being repeated', () => {
  const days = duplicateWindowSeconds / 86_400
  expect(retentionTable()).toMatch(new RegExp(`guard .* ${days} days after the order`))
})
