import { beforeAll, expect, it } from 'vitest'
import { listUnsent, saveUnsent } from '../../../shared/evidence/unsent-store.ts'
import { startTable } from '../../support/table.ts'

beforeAll(startTable)

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const dayMs = 86_400_000

let agents = 0
const nextPhone = () => ({ agentId: `agent-${++agents}`, deviceId: 'a'.repeat(43) })
const say = (phone: ReturnType<typeof nextPhone>, number: number, reports: number, photos: number) =>
  saveUnsent('live', phone, { number, reports, photos }, now)
const heldBy = async ({ agentId }: ReturnType<typeof nextPhone>, ms = nowMs) =>
  (await listUnsent('live', ms))
    .filter(one => one.agentId === agentId)
    .map(({ reports, photos, saidAt }) => [reports, photos, saidAt])

it('is what the phone said last, and nothing once it holds nothing', async () => {
  const phone = nextPhone()
  expect(await say(phone, 1, 2, 9)).toBe(true)
  expect(await heldBy(phone)).toEqual([[2, 9, now]])
  expect(await say(phone, 2, 0, 1)).toBe(true)
  expect(await heldBy(phone)).toEqual([[0, 1, now]])
  expect(await say(phone, 3, 0, 0)).toBe(true)
  expect(await heldBy(phone)).toEqual([])
})

it('is changed by no earlier word that comes late, also after all was sent', async () => {
  const phone = nextPhone()
  await say(phone, 5, 0, 0)
  expect(await say(phone, 4, 2, 9)).toBe(false)
  expect(await say(phone, 5, 2, 9)).toBe(false)
  expect(await heldBy(phone)).toEqual([])
})

it('is of each phone of an agent, and of one mode', async () => {
  const phone = nextPhone()
  await say(phone, 1, 1, 0)
  await say({ ...phone, deviceId: 'b'.repeat(43) }, 1, 3, 0)
  await saveUnsent('test', phone, { number: 9, reports: 7, photos: 7 }, now)
  expect((await heldBy(phone)).map(([reports]) => reports)).toEqual([1, 3])
})

it('is forgotten after seven days, in which nobody has heard of the phone', async () => {
  const phone = nextPhone()
  await say(phone, 1, 1, 0)
  expect(await heldBy(phone, nowMs + 7 * dayMs - 1)).toHaveLength(1)
  expect(await heldBy(phone, nowMs + 7 * dayMs)).toHaveLength(0)
})
