import { setTimeout as sleep } from 'node:timers/promises'
import { invoke } from '../../../infra/admin/target.ts'
import { secretOf } from '../../../infra/local/seed.ts'
import { operatorOrganisationId } from '../../../shared/account/caller.ts'
import { stateById } from '../../../shared/location/location.ts'
import { seededRandom } from '../../shared/webhook/delivery/clock.ts'
import { type Answer, type ApiClient, apiClient } from '../../support/api-client.ts'
import { newDevice, recordPhotos, type TestDevice, takePhoto, upload } from '../../support/capture.ts'
import { eventually } from '../../support/eventually.ts'
import { visitReport } from '../../support/fieldwork.ts'
import { addressOrder, applicant } from '../../support/orders.ts'
import { jpegOf } from '../../support/pictures.ts'
import { startLaptop } from '../laptop-process.ts'
import { numbers, unlessShort } from '../options.ts'
import { planCountry } from './country.ts'

/*
 * A tenth of the day through `npm start`, over HTTP, as fast as the laptop answers: orders, lists, claims, some photos,
 * proposals and assignments, reports of all phones at once. Every answer that no rule of the product gives is an error.
 */

const atOnce = 24
const visitsOfAgent = 8
const claimedInMorning = 5
/** One visit in so many has a photo: re-encoding takes most of a laptop's time. */
const visitsOfPhoto = 20
const pageSize = 30
const ruledOut: readonly string[] = ['already_claimed', 'too_many_claims', 'lease_lost', 'already_reported']

const assignments = '/v1/operations/assignments'

interface StepAnswers {
  readonly milliseconds: number[]
  refused: number
  readonly errors: string[]
}

const openCounter = () => {
  const steps = new Map<string, StepAnswers>()
  const ask = async (
    step: string,
    what: string,
    asked: () => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const answers = steps.get(step) ?? { milliseconds: [], refused: 0, errors: [] }
    steps.set(step, answers)
    const startedMs = performance.now()
    try {
      const answer = await asked()
      answers.milliseconds.push(performance.now() - startedMs)
      if (answer.status < 400) return answer
      if (ruledOut.includes(answer.body?.code)) answers.refused++
      else answers.errors.push(`${what} was answered ${answer.status} ${answer.body?.code}`)
    } catch (error) {
      answers.errors.push(`${what}: ${(error as Error).message}`)
    }
    return undefined
  }
  return { steps, ask }
}

const forEachAtOnce = async <Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < rows.length) await work(rows[next++]!)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const percentile = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0)

interface LaptopPhone {
  readonly agent: ApiClient
  readonly device: TestDevice
  readonly held: string[]
  words: number
}

export const liveLaptopDay = async (): Promise<void> => {
  const [agents = unlessShort(500, 4), visits = visitsOfAgent * agents] = numbers
  const random = seededRandom(1)
  const country = planCountry(agents, random)
  const { steps, ask } = openCounter()
  await using laptop = await startLaptop()
  const target = { stage: undefined, region: undefined, port: Number(new URL(laptop.url).port) }
  const administer = (command: object) => invoke(target, command)
  for (const { stateId: _, id, ...team } of country.teams)
    await administer({ command: 'setTeam', teamId: id, ...team })
  const phones: LaptopPhone[] = []
  const onboard = async (clientId: string, role: 'agent' | 'supervisor'): Promise<ApiClient> => {
    const secret = secretOf(clientId)
    const scopes = [`operations.${role}`]
    const of = { organisationId: operatorOrganisationId, mode: 'live', clientId }
    await administer({ command: 'createClient', ...of, scopes, secret })
    return apiClient(laptop.url, clientId, secret)
  }
  await forEachAtOnce(country.agents, async ({ id, teamId, capacity }) => {
    const agent = await onboard(id, 'agent')
    await administer({ command: 'setMember', agentId: id, teamId, dailyCapacity: capacity })
    const device = newDevice()
    await ask('enrolled', 'A device', () =>
      agent.post('/v1/operations/devices', { publicKey: device.publicKey }),
    )
    phones.push({ agent, device, held: [], words: 0 })
  })
  const supervisor = await onboard('day-supervisor', 'supervisor')
  const customer = await apiClient(laptop.url, 'local-live', secretOf('local-live'))
  console.log(`${phones.length} agents in ${country.teams.length} teams, ${visits} visits`)

  let opened: string | undefined
  const lgas = new Map<number, number>()
  await forEachAtOnce([...Array(visits).keys()], async n => {
    const lga = country.drawLga()
    lgas.set(lga.id, (lgas.get(lga.id) ?? 0) + 1)
    const order = addressOrder({
      customerReference: `day-${n}`,
      street: `${n} Day Street`,
      lgaName: lga.name,
      stateName: stateById(lga.stateId)!.name,
      applicant: { ...applicant, phone: `0803${`${n}`.padStart(7, '0')}` },
    })
    const answer = await ask('ordered', 'An order', () => customer.post('/v1/addresses', order))
    if (answer) opened = `${answer.body.address.organisationId}-${answer.body.id}`
  })
  const first = phones[0]!.agent
  await eventually(
    async () => (await first.get(`${assignments}/${opened}`)).status === 200,
    'the last work',
    600,
  )
  await sleep(3000)

  const listOpen = async (step: string, { agent }: LaptopPhone): Promise<string[]> => {
    await ask(step, 'What somebody holds', () => agent.get(`${assignments}?list=mine`))
    const answer = await ask(step, 'A list', () => agent.get(`${assignments}?list=open&limit=${pageSize}`))
    return (answer?.body.data ?? []).map(({ id }: { id: string }) => id)
  }
  await forEachAtOnce(phones, async phone => {
    const open = await listOpen('morning', phone)
    while (open.length > 0 && phone.held.length < claimedInMorning) {
      const [id] = open.splice(Math.floor(random() * Math.min(8, open.length)), 1)
      const claimed = await ask('morning', 'A claim', () =>
        phone.agent.post(`${assignments}/${id}/claim`, {}),
      )
      if (claimed) phone.held.push(id!)
    }
  })

  const busiest = [...lgas].toSorted(([, one], [, other]) => other - one).slice(0, 40)
  await forEachAtOnce(busiest, async ([lgaId]) => {
    const path = `/v1/operations/assignees?lgaId=${lgaId}&limit=50`
    const proposed = await ask('assigned', 'Proposals', () => supervisor.get(path))
    const assignees = (proposed?.body.data ?? []).flatMap(
      ({ id, agent }: { id: string; agent: string | null }) => (agent ? [{ id, agent }] : []),
    )
    if (assignees.length > 0)
      await ask('assigned', 'Assigning', () => supervisor.post('/v1/operations/assignees', { assignees }))
  })
  await forEachAtOnce(phones, async phone => {
    const mine = await ask('assigned', 'What somebody holds', () =>
      phone.agent.get(`${assignments}?list=mine&limit=100`),
    )
    for (const { id, isOffered } of mine?.body.data ?? []) {
      if (!isOffered) continue
      const accepted = await ask('assigned', 'Accepting', () =>
        phone.agent.post(`${assignments}/${id}/claim`, {}),
      )
      if (accepted) phone.held.push(id)
    }
  })

  let reports = 0
  const photograph = async ({ agent, device }: LaptopPhone, id: string): Promise<void> => {
    const bytes = jpegOf(640, 480)
    const recorded = await ask('storm', 'A statement', () =>
      recordPhotos(agent, id, device.capture(id, bytes)),
    )
    const request = recorded?.body.data[0].upload
    if (!request) return
    await upload(request, bytes)
    await ask('storm', 'A photo', () => takePhoto(agent, id, bytes))
  }
  await forEachAtOnce(phones, async phone => {
    const { agent, device, held } = phone
    const say = (left: number) =>
      ask('storm', 'What is unsent', () =>
        agent.request('PUT', `/v1/operations/devices/${device.id}/unsent`, {
          number: ++phone.words,
          reports: left,
          photos: 0,
        }),
      )
    await say(held.length)
    for (const [index, id] of held.entries()) {
      if ((reports + index) % visitsOfPhoto === 0) await photograph(phone, id)
      const filed = await ask('storm', 'A report', () =>
        agent.post(`${assignments}/${id}/report`, visitReport()),
      )
      if (filed) reports++
    }
    await say(0)
    await listOpen('storm', phone)
  })

  let standing = 0
  await forEachAtOnce(phones, async ({ agent, held }) => {
    for (const id of held) {
      const answer = await ask('looked at', 'A visit', () => agent.get(`${assignments}/${id}`))
      if (answer?.body.way === 'reported') standing++
    }
  })

  console.table(
    [...steps].map(([step, { milliseconds, refused, errors }]) => ({
      step,
      answers: milliseconds.length,
      'refused by a rule': refused,
      errors: errors.length,
      'median ms': percentile(milliseconds, 0.5),
      'ms of 95 %': percentile(milliseconds, 0.95),
    })),
  )
  const errors = [...steps.values()].flatMap(one => one.errors)
  for (const error of errors.slice(0, 20)) console.error(error)
  const isKept = standing === reports
  console.log(`${reports} reports were accepted, ${standing} stand; ${errors.length} errors`)
  if (errors.length > 0 || !isKept) process.exitCode = 1
}
