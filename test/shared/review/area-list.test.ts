import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AreaTask } from '../../../shared/work/assignment/list-store.ts'
import { fitPage } from '../../../shared/review/area-list.ts'
import { toWorkItem } from '../../../shared/review/assignment-response.ts'
import { WorkList } from '../../../shared/review/contract.ts'
import { addressVerification, liveTenant } from '../../support/verifications.ts'

const viewer = { worker: 'agent-1', nowMs: Date.parse('2026-11-20T12:00:00.000Z') }

const taskOf = (words: object, n: number): AreaTask => {
  const verification = addressVerification(words, { id: n + 1 })
  const at = '2026-11-20T12:00:00.000Z'
  const assignment = { ...liveTenant(1), verificationId: n + 1, status: 'open', assignedAt: at, dueAt: at }
  return { assignment: { ...assignment, product: 'address' }, verification, after: `place ${n}` } as never
}
const pageOf = (words: object, count = 30) => ({
  items: Array.from({ length: count }, (_, n) => taskOf(words, n)),
  after: 'behind the page',
})
const shown = (words: object, count?: number, limit = 30) => {
  const { lines, after } = fitPage(pageOf(words, count), { limit }, task => toWorkItem(task, viewer))
  const body = JSON.stringify(z.parse(WorkList, { data: lines, nextCursor: after }))
  return { ids: lines.map(({ id }) => id), after, bytes: Buffer.byteLength(body) }
}
const long = { street: 'ọ̀'.repeat(60), landmark: 'ẹ́'.repeat(60), city: 'ń'.repeat(90) }

it('shows a page as a whole where its addresses are of a usual length', () => {
  const { ids, after } = shown({ street: '12 Long Allen Avenue Extension, off Opebi Road' })
  expect([ids.length, after]).toEqual([30, 'behind the page'])
})

it('ends a page of long addresses where 30 KB are full, with the cursor behind what it shows', () => {
  const { ids, after, bytes } = shown(long)
  expect(bytes).toBeLessThanOrEqual(30 * 1024)
  expect(ids.length).toBeLessThan(30)
  expect(after).toBe(`place ${ids.length - 1}`)
  // One more had not fitted.
  expect((bytes * (ids.length + 1)) / ids.length).toBeGreaterThan(30_000)
})

it('shows one at least, and the end of a list that has no next page', () => {
  expect(shown(long, 2, 1)).toMatchObject({ ids: ['1-1'], after: 'place 0' })
  expect(shown(long, 1, 1)).toMatchObject({ ids: ['1-1'], after: 'behind the page' })
  expect(shown({}, 0)).toMatchObject({ ids: [], after: 'behind the page' })
})
