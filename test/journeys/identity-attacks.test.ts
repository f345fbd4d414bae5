import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator-replies.ts'
import { secretOf } from '../../infra/local/seed.ts'
import { stages } from '../../infra/stages.ts'
import { failureThreshold, probeIntervalMs } from '../../shared/identity/registry/circuit.ts'
import { scopes } from '../../shared/scopes.ts'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { startWorld, type World } from '../support/world.ts'

const lookups = { ...stages.local.lookups, perNumberPerDay: 1000, fruitlessPerDay: 60 }

let world: World
let attacker: ApiClient
let accomplice: ApiClient
let other: ApiClient

/** A live client beside the seeded ones. */
const clientOf = async (organisationId: number, clientId: string): Promise<ApiClient> => {
  const client = { organisationId, mode: 'live', clientId, secret: secretOf(clientId), scopes }
  await world.region.invoke(world.region.outputs.AdministerFunction!, { command: 'createClient', ...client })
  return world.client(clientId)
}

beforeAll(async () => {
  world = await startWorld({ settings: { lookups } })
  attacker = await world.client('local-live')
  accomplice = await clientOf(1, 'local-live-two')
  other = await clientOf(2, 'other-live')
})
afterAll(() => world[Symbol.asyncDispose]())

const { firstname, lastname } = simulatedPerson
const ask = (client: ApiClient, number: string, names: object = { firstname, lastname }) =>
  client.post(`/v1/ng/identities/nin/${number}`, names)

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))
const counted = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.reduce<Record<string, number>>((counts, { status, body }) => {
    const word = `${status} ${body.code ?? ''}`.trim()
    return { ...counts, [word]: (counts[word] ?? 0) + 1 }
  }, {})

describe('one client that hammers numbers whose answers nobody can use', () => {
  it.each([
    ['another schema', '902', '502 record_unreadable'],
    ['somebody else’s record', '904', '502 record_unreadable'],
    ['a bad request', '400', '502 record_unreadable'],
    ['more than any record has', '906', '502 record_unreadable'],
    ['too many requests', '429', '503 registry_unavailable'],
    ['a bare 404', '903', '503 registry_unavailable'],
  ])(
    'closes the registry for nobody: %s',
    async (_what, ending, refusal) => {
      let isOver = false
      const got: Awaited<ReturnType<typeof ask>>[] = []
      const hammer = async (digit: number) => {
        while (!isOver) got.push(await ask(attacker, `6${digit}000000${ending}`))
      }
      const hammering = times(4, hammer)
      const answers = []
      for (let call = 0; call < 39; call++)
        answers.push(
          ...(await Promise.all(times(5, each => ask(other, `61${call}${each}0000000000`.slice(0, 11))))),
        )
      isOver = true
      await Promise.all(hammering)
      expect(counted(answers)).toEqual({ '200': 195 })
      expect(counted(got)).toEqual({ [refusal]: got.length })
      expect(got.length).toBeGreaterThan(failureThreshold)
    },
    60_000,
  )
})
