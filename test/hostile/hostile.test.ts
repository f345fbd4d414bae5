import { describe, expect, it } from 'vitest'
import { routes } from '../../shared/routes.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openAskers } from '../support/fieldwork.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { corpusFor, type HostileRequest, type Surroundings } from './corpus.ts'
import { faultsIn } from './judge.ts'
import { misjudgementOf } from './promise.ts'
import { eachOf, sendRaw, type WireAnswer } from './wire.ts'

/** Stand in what is another organisation's, and in what is another mode's of the same one. */
const foreignMarkers = ['Foreignorganisation', 'Foreignmode'] as const

const answers: { readonly request: HostileRequest; readonly answer: WireAnswer }[] = []

const orderAs = (firstname: string) => ({
  customerReference: firstname,
  applicant: { firstname, lastname: firstname, phone: '08031234567' },
})

/** Something of every kind, marked; answers its ids by the first part of their path. */
const furnish = async (clientId: string, name: string, url: string) => {
  const client = await world.client(clientId)
  const address = await client.post('/v1/addresses', addressOrder(orderAs(name)))
  const employment = await client.post('/v1/employments', employmentOrder(orderAs(name)))
  const webhook = await client.post('/v1/webhooks', { url, description: name })
  return {
    token: client.token,
    client,
    things: {
      '/v1/addresses': `${address.body.id}`,
      '/v1/employments': `${employment.body.id}`,
      '/v1/webhooks': `${webhook.body.id}`,
      '/v1/events': `evt_${address.body.id}_completed`,
      '/v1/sandbox': `${address.body.id}`,
    },
  }
}

const fileTokenOf = async ({ client, things }: Awaited<ReturnType<typeof furnish>>): Promise<string> => {
  const photo = await eventually(async () => {
    const { body } = await client.get(`/v1/addresses/${things['/v1/addresses']}`)
    return body.address.exteriorPhotos?.photo1 as string | undefined
  }, 'a photo')
  return photo.split('/').at(-1)!
}

const surroundings = async (): Promise<Surroundings> => {
  const receiver = await world.receiver()
  const other = await furnish('other-test', foreignMarkers[0], `${receiver.url}/other`)
  const test = await furnish('local-test', foreignMarkers[1], `${receiver.url}/test`)
  const live = await furnish('local-live', 'Own', `${receiver.url}/live`)
  const fileToken = await fileTokenOf(other)
  // Live mode is where orders are attacked, the sandbox where everything else is.
  const own = {
    ...test.things,
    '/v1/addresses': live.things['/v1/addresses'],
    '/v1/employments': live.things['/v1/employments'],
  }
  const foreign = { ...other.things, '/v1/identities': other.things['/v1/addresses'] }
  const agent = (await world.client('local-agent')).token
  const askerOf = await openAskers(world)
  const staff = askerOf('/v1/operations/').token
  const tokens = { live: live.token, test: askerOf('/').token, staff, agent }
  return { ...tokens, own, foreign, fileToken, receiverUrl: `${receiver.url}/hostile` }
}

/** What may be seen by nobody who sent this request. */
const hiddenFrom = ({ headers }: HostileRequest, { test, staff }: Surroundings): readonly string[] =>
  [test, staff].includes(`${headers.authorization}`.slice('Bearer '.length))
    ? [foreignMarkers[0]]
    : foreignMarkers

const counted = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(names, name => name)].map(([name, { length }]) => [name, length]).toSorted(),
  )

const world = await joinWorld()
const around = await surroundings()
const requests = corpusFor(around)
await eachOf(requests, 2, async request => {
  answers.push({ request, answer: await sendRaw(world.url, request) })
})

describe('whoever sends whatever to whichever route', () => {
  it('tries hundreds of things, on every route', () => {
    console.log(counted(requests.map(({ kind }) => kind)), requests.length)
    expect(requests.length).toBeGreaterThan(1500)
    // One route has neither body nor parameters and is asked by no other method.
    expect(new Set(requests.map(({ action }) => action)).size).toBeGreaterThanOrEqual(
      Object.keys(routes).length - 1,
    )
    expect(answers).toHaveLength(requests.length)
  })

  it('gets an answer of the route’s schema or a problem, which quotes nothing and shows nothing of others', () => {
    const faulty = answers.flatMap(({ request, answer }) => {
      const faults = faultsIn(request, answer, hiddenFrom(request, around))
      const { kind, method, path, body = '' } = request
      return faults.map(
        fault => `${kind}: ${method} ${path.slice(0, 120)} ${body.slice(0, 300)} → ${answer.status} ${fault}`,
      )
    })
    expect(faulty).toEqual([])
  })

  it('is taken where the document allows it, or refused for a reason that it states, and refused where it does not', () => {
    const judged = answers.filter(
      ({ request, answer }) => ['field', 'query'].includes(request.kind) && answer.status !== 403,
    )
    const misjudged = judged.flatMap(({ request, answer }) => {
      const { method, path, body = '' } = request
      const fault = misjudgementOf(request, answer)
      return fault ? [`${method} ${path.slice(0, 120)} ${body.slice(0, 300)}: ${fault}`] : []
    })
    expect(misjudged).toEqual([])
    expect(judged.length).toBeGreaterThan(900)
  })

  it('opens no photo by a link that was changed in any way, but for the full stop that a messenger adds', () => {
    const opened = answers.filter(
      ({ request, answer }) => request.kind === 'file token' && answer.status === 302,
    )
    expect(opened.map(({ request }) => request.path.replace(around.fileToken, '<token>'))).toEqual([
      '/v1/file/<token>.',
    ])
  })

  it('leaves the service as it was', async () => {
    const client = await world.client('local-live')
    expect((await client.get(`/v1/addresses/${around.own['/v1/addresses']}`)).status).toBe(200)
    expect(world.logLines.filter(line => line.includes('"request.failed"'))).toEqual([])
  })
})
