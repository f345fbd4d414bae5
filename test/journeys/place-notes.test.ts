import { expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { approval, openWork, visitReport, worker } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { keptItems } from '../support/stored-items.ts'

const world = await joinWorld()
const first = await worker(world, 'telling-agent', ['agent'])
const second = await worker(world, 'told-agent', ['agent'])
const reviewer = await worker(world, 'telling-reviewer', ['reviewer'])
const customer = await world.client('local-live')

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`
const visitAt = (street: string) =>
  openWork(world, '/v1/addresses', addressOrder({ street, allowRevisit: true }))

const report = async (assignment: string, placeFacts: readonly string[] | null) => {
  await first.post(at(assignment, '/claim'))
  return first.post(at(assignment, '/report'), visitReport({ placeFacts }))
}

const toldTo = async (assignment: string, by = second): Promise<readonly string[]> =>
  (await by.get(at(assignment))).body.placeFacts

it('tells the next agent at the address how to get to the house, however the order writes it, and nobody else', async () => {
  const { id, assignment } = await visitAt('12, Guarded Road')
  expect(await toldTo(assignment)).toEqual([])
  expect((await report(assignment, ['dog', 'askGuard', 'dog'])).status).toBe(200)
  const other = await visitAt('12 GUARDED Rd.')
  expect(await toldTo(other.assignment)).toEqual(['askGuard', 'dog'])
  const elsewhere = await visitAt('121 Guarded Road')
  expect(await toldTo(elsewhere.assignment)).toEqual([])

  // In no review, no record and no event; what is stored names neither the address nor anybody.
  const { body } = await reviewer.get(at(assignment))
  expect([body.placeFacts, JSON.stringify(body)]).toEqual([[], expect.not.stringContaining('askGuard')])
  await reviewer.post(at(assignment, '/decision'), approval)
  expect(JSON.stringify((await customer.get(`/v1/addresses/${id}`)).body)).not.toContain('askGuard')
  const stored = await keptItems(world, 'place-note#live#')
  expect(stored.filter(item => item.includes(`${id}`))).toHaveLength(1)
  expect(stored.join()).not.toMatch(/guarded road|telling-agent|Ngozi/i)
  expect(world.logLines.join('\n')).not.toContain('askGuard')
})

it('is what the agent told last, after a report that came back too', async () => {
  const { assignment } = await visitAt('3 Corrected Road')
  await report(assignment, ['noNumber'])
  const other = await visitAt('3 Corrected Road')
  expect(await toldTo(other.assignment)).toEqual(['noNumber'])
  await reviewer.post(at(assignment, '/decision'), { decision: 'return', comment: 'The gate.' })
  // They know it themselves: it is of their own matter.
  expect(await toldTo(assignment, first)).toEqual([])
  expect((await report(assignment, ['floods'])).status).toBe(200)
  expect(await toldTo(other.assignment)).toEqual(['floods'])
})

it('takes words of the list alone, and a report without any', async () => {
  const { assignment } = await visitAt('4 Listed Road')
  const refused = await report(assignment, ['askGuard', 'Mrs Bisi opens'])
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/visit/placeFacts/1'])
  expect((await report(assignment, null)).status).toBe(200)
})

it('goes with the erasure of its verification', async () => {
  const { id, assignment } = await visitAt('5 Erased Road')
  await report(assignment, ['lockedByDay'])
  const other = await visitAt('5 Erased Road')
  expect(await toldTo(other.assignment)).toEqual(['lockedByDay'])
  const command = {
    command: 'erase',
    organisationId: world.organisationId,
    mode: 'live',
    verificationId: id,
  }
  const count = async (more: object) => {
    const { erased } = (await world.administer({ ...command, ...more })) as {
      erased: readonly { readonly placeNotes: number }[]
    }
    return erased[0]!.placeNotes
  }
  expect(await count({ dryRun: true })).toBe(1)
  expect(await toldTo(other.assignment)).toEqual(['lockedByDay'])
  expect(await count({})).toBe(1)
  expect(await toldTo(other.assignment)).toEqual([])
})
