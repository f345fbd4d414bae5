import type { Trail } from '../../shared/trail/contract.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import type { Answer, ApiClient } from './api-client.ts'
import type { World } from './environment.ts'
import { eventually } from './eventually.ts'
import { approval, againstFinding, reportedWork, visitReport, worker } from './fieldwork.ts'
import { linkIn, messageTo } from './messages.ts'
import { addressOrder, applicant } from './orders.ts'
import { canaries } from './planted-values.ts'
import { type Receiver, receivedEvent } from './receiver.ts'

/** Objects once the end is told, as whoever has the event does. */
export const onceTold = (dispute: () => Promise<Answer>): Promise<Answer> =>
  eventually(async () => {
    const answer = await dispute()
    return answer.body.code === 'not_final' ? undefined : answer
  }, 'the end to be told')

const { text } = canaries()
/** What people write when they object. */
export const planted = { customer: text('Customers'), applicant: text('Applicants') }

export const work = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`
export const approve = approval
export const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
export const reason = { reason: planted.customer, ground: 'evidence' }
export const decide = (by: ApiClient, assignment: string, decision: object) =>
  by.post(work(assignment, '/decision'), decision)

export const eventIdsOf = (receiver: Receiver, id: number) =>
  receiver.received.map(one => `${one.id}`).filter(one => one.startsWith(`evt_${id}_`))

export const trailOf = async (world: World, verificationId: number) =>
  (await world.administer({ command: 'trail', organisationId: 1, mode: 'live', verificationId })) as Trail
export const wordsOf = ({ entries }: Trail) =>
  eventsIn(entries).map(({ what, by, facts }) => ({ what, by, facts }))

/** A customer who hears everything, an agent, and four who may review. */
export const openDisputes = async (world: World) => {
  const live = await world.client('local-live')
  const agent = await worker(world, 'd-agent', ['agent'])
  const names = ['d-first', 'd-second', 'd-third', 'd-fourth']
  const reviewers = await Promise.all(names.map(id => worker(world, id, ['agent', 'reviewer'])))
  const everything = await world.receiver()
  await live.post('/v1/webhooks', { url: `${everything.url}/live`, events: ['address.*', 'employment.*'] })
  let streets = 0
  /** A telephone of this organisation alone, since files share a world. */
  const nextPhone = () => `0800${`${world.organisationId}`.padStart(3, '0').slice(-3)}${3000 + ++streets}`
  /** Approved by the first reviewer, told, with a link for the applicant. */
  const approved = async () => {
    const phone = nextPhone()
    const street = `${streets} Disputed Road`
    const order = addressOrder({ street, applicant: { ...applicant, phone }, applicantLink: true })
    const { id, assignment } = await reportedWork(world, agent, visitReport(), '/v1/addresses', order)
    const to = `+234${phone.slice(1)}`
    // Once it is decided no message is sent any more.
    const link = linkIn(await messageTo(world, to))
    await decide(reviewers[0]!, assignment, approve)
    await receivedEvent(everything, `evt_${id}_completed`)
    return { id, street, to, link, assignment, disputed: `${assignment}-d1`, path: `/v1/addresses/${id}` }
  }
  return { live, agent, reviewers, everything, approved }
}

/** Which of the planted words stand in a log, a queue, a workflow or an event. */
export const plantedElsewhere = ({ logLines, emulator }: World, { received }: Receiver) => {
  const others = emulator.recorded.filter(({ service }) => service !== 'dynamodb')
  const elsewhere = [...logLines, ...[...others, ...received].map(({ body }) => `${body}`)].join('\n')
  return Object.values(planted).filter(value => elsewhere.includes(value))
}
