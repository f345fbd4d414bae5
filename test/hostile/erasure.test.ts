import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { incomingPrefix } from '../../shared/evidence/photo.ts'
import { underWaySeconds } from '../../shared/subject/erasure.ts'
import { erasureMarkKey } from '../../shared/subject/erasure-mark.ts'
import { listCaseSearches } from '../../shared/case/search/store.ts'
import { clientSettings } from '../infra/emulator/environment.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import { signInOwn } from '../support/sign-in.ts'
import { bucketOf, keptPhotos } from '../support/stored-items.ts'

const world = await joinWorld()

const put = (key: string) => {
  const s3 = new S3Client({ ...clientSettings(world.emulator), forcePathStyle: true })
  return s3.send(new PutObjectCommand({ Bucket: bucketOf(world), Key: key, Body: 'bytes' }))
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

it('data that arrived during an erasure is erased automatically, once nothing is in progress', async () => {
  const client = await world.client()
  const erased = async (street: string, markedAt: string) => {
    const { id } = (await client.post('/v1/addresses', addressOrder({ street }))).body
    const key = { organisationId: world.organisationId, mode: 'test', verificationId: id } as const
    await world.administer({ command: 'erase', ...key })
    await put(erasureMarkKey(key, markedAt))
    await put(`${incomingPrefix(key)}late`)
    return incomingPrefix(key)
  }
  const long = await erased('1 Late Street', ago(underWaySeconds + 1))
  const just = await erased('2 Late Street', ago(underWaySeconds - 600))
  await world.emulator.invoke('verification-local-trust-repeat-erasures', {})
  const left = (await keptPhotos(world)).filter(key => key.startsWith(long) || key.startsWith(just))
  expect(left).toEqual([`${just}late`])
})

it('an erasure that stopped after its mark is completed', async () => {
  const client = await world.client()
  const order = addressOrder({ street: '3 Late Street', applicantLink: true })
  const { id } = (await client.post('/v1/addresses', order, { 'idempotency-key': 'late' })).body
  const path = `/v1/addresses/${id}`
  await eventually(async () => (await client.get(path)).body.status.state === 'COMPLETE', 'its end')
  const key = { organisationId: world.organisationId, mode: 'test', verificationId: id } as const
  await put(erasureMarkKey(key, ago(underWaySeconds + 1)))
  await world.emulator.invoke('verification-local-trust-repeat-erasures', {})
  expect((await client.get(path)).status).toBe(404)
  expect(await world.administer({ command: 'erase', ...key, dryRun: true })).toMatchObject({
    erased: [{ verificationId: id, erasedBefore: expect.stringMatching(/Z$/) }],
  })
})

it('what was written of a search ends with the erasure of whom it was about, and with its repetition', async () => {
  await reachTable(world.emulator)
  const client = await world.client('local-live')
  const reviewer = await signInOwn(world, 'erased-reviewer', 'reviewer')
  const searched = async (street: string, words: string) => {
    const { id } = (await client.post('/v1/addresses', addressOrder({ street }))).body
    expect((await client.delete(`/v1/addresses/${id}`)).status).toBe(200)
    const search = { field: 'id', value: `${id}`, purpose: 'incident', words }
    expect((await reviewer.post('/v1/operations/searches', search)).status).toBe(200)
    return { organisationId: world.organisationId, mode: 'live', verificationId: id } as const
  }
  const kept = async () => (await listCaseSearches('live', 'erased-reviewer')).map(({ words }) => words)
  const asked = await searched('4 Late Street', 'Asked for at the counter.')
  const restored = await searched('5 Late Street', 'Found in a backup.')
  expect(await kept()).toEqual(['Asked for at the counter.', 'Found in a backup.'])
  await world.administer({ command: 'erase', ...asked })
  expect(await kept()).toEqual([undefined, 'Found in a backup.'])
  await put(erasureMarkKey(restored, ago(underWaySeconds + 1)))
  await world.emulator.invoke('verification-local-trust-repeat-erasures', {})
  expect(await kept()).toEqual([undefined, undefined])
})
