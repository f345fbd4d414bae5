import { afterAll, expect, it } from 'vitest'
import { secretOf } from '../../infra/local/seed.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { apiClient } from '../support/api-client.ts'
import { quickly } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, visitReport } from '../support/fieldwork.ts'
import { startKilledEmulator } from '../support/killed-emulator.ts'
import { stepsOf } from '../support/live-visit.ts'
import { addressOrder } from '../support/orders.ts'
import { openReceiver } from '../support/receiver.ts'
import { signIn } from '../support/sign-in.ts'

/* The process is killed while decisions wait, and again at the moment from which they hold. */

const takeBackSeconds = 20
const emulator = await startKilledEmulator({
  ...quickly,
  fieldwork: { ...quickly.fieldwork!, fourEyes: false, takeBackSeconds },
})
const receiver = await openReceiver()
afterAll(async () => {
  await emulator[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

it('decides once, unless it was taken back, however often the process is killed', async () => {
  const customer = await apiClient(emulator.url, 'local-live', secretOf('local-live'))
  await customer.post('/v1/webhooks', { url: receiver.url })
  const agent = await signIn(emulator, 'agent-1')
  const reviewer = await signIn(emulator, 'reviewer-1')
  const reported = async (street: string) => {
    const { id, address } = (await customer.post('/v1/addresses', addressOrder({ street }))).body
    const assignment = `${address.organisationId}-${id}`
    const steps = stepsOf(assignment)
    const path = `/v1/operations/assignments/${assignment}`
    await eventually(async () => (await agent.get(path)).status === 200, 'the work to be open')
    await steps.claim(agent)
    await steps.report(agent, visitReport().visit)
    return { id, steps, decision: `${path}/decision` }
  }
  const [left, taken] = [await reported('1 Killed Street'), await reported('2 Killed Street')]
  const decide = async ({ decision }: typeof left) =>
    expect((await reviewer.post(decision, approval)).status).toBe(202)
  await decide(taken)
  expect((await reviewer.delete(taken.decision)).status).toBe(204)
  await decide(left)
  const holdsAtMs = Date.now() + takeBackSeconds * 1000
  await emulator.killAndStart()
  await eventually(() => Date.now() >= holdsAtMs, 'the moment from which they hold')
  await emulator.killAndStart()

  const told = (id: number) => receiver.received.filter(each => each.id === `evt_${id}_completed`)
  await eventually(() => told(left.id)[0], 'the event')
  const decisionsOf = async ({ steps }: typeof left) =>
    eventsIn((await steps.trail(reviewer)).entries)
      .map(({ what }) => what)
      .filter(what => what.startsWith('deci'))
  expect(await decisionsOf(left)).toEqual(['decisionPending', 'decided'])
  expect(await decisionsOf(taken)).toEqual(['decisionPending', 'decisionTakenBack'])
  expect(told(taken.id)).toEqual([])
  expect((await customer.get(`/v1/addresses/${taken.id}`)).body.address.status.state).toBe('IN_PROGRESS')
}, 240_000)
