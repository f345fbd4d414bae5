/*
 * What sealing costs, in CPU time and in bytes: node test/bench/at-rest.ts. Real items of one address verification and of
 * one employment, made as they go to the table and read as they come from it, with a key and without one, turn by turn
 * in the same process on the real engine's table, which is asked for its keys alone. A ratio is the median of the rounds'.
 */

import { fromAttributes, toAttributes } from '../../shared/aws/attributes.ts'
import { buildEnvelope, toEventBytes as envelopeBytes, packBodies } from '../../shared/event/envelope.ts'
import { toEventDraft } from '../../shared/event/event.ts'
import { simulationOf } from '../../shared/sandbox/agent/report.ts'
import { rotateDataKey } from '../../shared/table/data-key-rotation.ts'
import { clearDataKeyCache } from '../../shared/table/data-key-store.ts'
import { decryptItem, encryptWrite } from '../../shared/table/driver.ts'
import {
  assignmentKey,
  eventKey,
  idempotencyKey,
  verificationIndex,
  verificationKey,
} from '../../shared/table/keys.ts'
import type { Item, Key, Put } from '../../shared/table/port.ts'
import { address } from '../../shared/verification/product/address.ts'
import { employment } from '../../shared/verification/product/employment.ts'
import { toRecord } from '../../shared/verification/record.ts'
import { verificationKeyOf } from '../../shared/verification/verification.ts'
import { startStage } from '../shared/table/stage.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { stopTable } from '../support/table.ts'
import { bytesOf } from './dynamodb-units.ts'
import { unlessShort } from './options.ts'
import { median, pairedRatio } from './peers/statistics.ts'

const tenant = { organisationId: 1, mode: 'live' } as const
const now = '2026-11-22T00:00:00.000Z'
const context = { ...tenant, id: 1_234_567_890_123, applicantId: 7, now } as const
const consent = {
  noticeVersion: '3',
  purpose: 'tenancy',
  language: 'en',
  givenAt: now,
  method: 'app',
} as const

const ordered = { ...address.order(addressOrder() as never, context), consent }
const report = simulationOf.address.report(ordered, { at: now, outcome: 'verified' } as never)
const decided = { ...ordered, outcome: 'verified', price: 3000, report } as typeof ordered
const employed = employment.order(employmentOrder() as never, context)
const told = toEventDraft(verificationKeyOf(decided), {
  event: 'address',
  eventType: 'verification_completed',
  occurredAt: now,
})
const body = packBodies(
  envelopeBytes(buildEnvelope(decided, 'verification_completed', () => 'https://api.example.com/v1/file/x')),
)
const answer = {
  status: 201,
  headers: { location: '/v1/addresses/1' },
  body: JSON.stringify(toRecord(ordered, () => '')),
}

const indexed = (record: typeof ordered | typeof employed, verificationType: string) => ({
  ...record,
  ...verificationKey(tenant, record.id),
  ...verificationIndex(tenant, record.id, verificationType, record.customerReference),
  expiresAt: 1_800_000_000,
})

/** As they are put; what comes later with an update is put with them here. */
const items: Readonly<Record<string, Item & Key>> = {
  'address, ordered': indexed(ordered, 'address'),
  'address, decided': indexed(decided, 'address'),
  'employment, ordered': indexed(employed, 'employment'),
  'assignment, reported': {
    ...tenant,
    verificationId: ordered.id,
    product: 'address',
    stateId: 25,
    lgaId: 1,
    dueAt: now,
    status: 'reported',
    agent: 'agent-1',
    reportedAt: now,
    taskToken: 'x'.repeat(600),
    report,
    ...assignmentKey(tenant, ordered.id),
  },
  'event, completed': { ...told, ...eventKey(tenant, told.id), createdAt: now, body },
  'kept answer': {
    ...idempotencyKey(tenant, 'client', 'digest'),
    id: ordered.id,
    bodyDigest: 'x'.repeat(43),
    answer,
  },
}

const writeOf = (item: Item & Key): Put => ({ put: item })
const sizeOf = (item: Item): number => bytesOf(JSON.parse(JSON.stringify(toAttributes(item), base64)))
const isBytes = (value: unknown): value is { readonly data: readonly number[] } =>
  typeof value === 'object' && value !== null && (value as { type?: string }).type === 'Buffer'
const base64 = (_name: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return isBytes(value) ? Buffer.from(value.data).toString('base64') : value
}

const { rounds, warmUps, times } = unlessShort(
  { rounds: 30, warmUps: 5, times: 400 },
  { rounds: 1, warmUps: 0, times: 1 },
)

/** Microseconds of CPU that one takes. */
const costOf = async (work: () => unknown): Promise<number> => {
  const start = process.cpuUsage()
  for (let time = 0; time < times; time++) await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times
}

const compared = async (sealing: () => unknown, plain: () => unknown) => {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < warmUps + rounds; round++) {
    const pair = [await costOf(sealing), await costOf(plain)] as const
    if (round < warmUps) continue
    ours.push(pair[0])
    theirs.push(pair[1])
  }
  const added = median(ours.map((one, index) => one - theirs[index]!))
  return {
    microseconds: Number(median(ours).toFixed(1)),
    added: Number(added.toFixed(1)),
    ratio: Number(pairedRatio(ours, theirs).toFixed(2)),
  }
}

await startStage()
await rotateDataKey(Date.now())
clearDataKeyCache()

const rows: Record<string, object> = {}
for (const [name, item] of Object.entries(items)) {
  const { put: sealed } = (await encryptWrite(writeOf(item))) as Put
  const [clearText, sealedText] = [item, sealed].map(one => toAttributes(one))
  const [clearBytes, sealedBytes] = [sizeOf(item), sizeOf(sealed)]
  const write = await compared(
    async () => toAttributes(((await encryptWrite(writeOf(item))) as Put).put),
    async () => toAttributes(item),
  )
  const read = await compared(
    () => decryptItem(fromAttributes<Item>(sealedText)),
    () => decryptItem(fromAttributes<Item>(clearText)),
  )
  rows[name] = {
    'bytes, clear': clearBytes,
    'bytes, sealed': sealedBytes,
    'write units': `${Math.ceil(clearBytes / 1024)} → ${Math.ceil(sealedBytes / 1024)}`,
    'written: µs more': write.added,
    '× clear': write.ratio,
    'read: µs more': read.added,
    '× clear ': read.ratio,
  }
}
console.table(rows)
await stopTable()
