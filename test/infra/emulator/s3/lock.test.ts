/** A bucket with Object Lock: what S3 lets nobody do, and what it lets everybody do who may write. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Duration } from 'aws-cdk-lib'
import { Bucket, ObjectLockRetention } from 'aws-cdk-lib/aws-s3'
import { afterAll, describe, expect, it } from 'vitest'
import { lockProblems } from '../../../../infra/emulator/s3/locked/versions.ts'
import { allow, clientSettings, startWorld } from '../environment.ts'

const remover = `
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3'
export const handler = input =>
  new S3Client().send(new DeleteObjectCommand(input)).then(() => 'gone', error => error.name)`

const world = await startWorld((stack, lambda) => {
  const days = Duration.days(400)
  const governed = new Bucket(stack, 'Governed', {
    objectLockDefaultRetention: ObjectLockRetention.governance(days),
    versioned: true,
  })
  new Bucket(stack, 'Complied', {
    objectLockDefaultRetention: ObjectLockRetention.compliance(days),
    versioned: true,
  })
  lambda('Remover', remover, { may: [allow(['s3:DeleteObjectVersion'], governed.arnForObjects('*'))] })
})
afterAll(() => world?.stop())
const s3 = new S3Client({ ...clientSettings(world.emulator), forcePathStyle: true })

const nameOf = (id: string): string => world.emulator.physicalId(`Service/${id}`)
const put = (Bucket: string, Key: string, Body: string, more: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }))
const read = async (Bucket: string, Key: string, VersionId?: string) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }))
  return Body!.transformToString()
}
const nameOfError = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: Error) => error.name,
  )

describe.each(['Governed', 'Complied'])('a bucket that is %s', id => {
  it('keeps every version, newest first, behind marks of deletion as well', async () => {
    const Bucket = nameOf(id)
    const one = await put(Bucket, 'a/1', 'one')
    const other = await put(Bucket, 'a/1', 'other')
    const mark = await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a/1' }))
    expect(mark.DeleteMarker).toBe(true)
    expect(await nameOfError(read(Bucket, 'a/1'))).toBe('NoSuchKey')
    expect(await read(Bucket, 'a/1', one.VersionId)).toBe('one')
    const { Versions, DeleteMarkers } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'a/' }))
    expect(Versions!.map(each => [each.Key, each.VersionId, each.IsLatest])).toEqual([
      ['a/1', other.VersionId, false],
      ['a/1', one.VersionId, false],
    ])
    expect(DeleteMarkers!.map(each => [each.VersionId, each.IsLatest])).toEqual([[mark.VersionId, true]])
  })

  it('lists page by page, from behind a key', async () => {
    const Bucket = nameOf(id)
    for (const n of [1, 2, 3]) await put(Bucket, `list/${n}`, `${n}`)
    await put(Bucket, 'list/2', 'again')
    const seen: string[] = []
    let markers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {
      KeyMarker: 'list/1',
    }
    do {
      const page = await s3.send(
        new ListObjectVersionsCommand({ Bucket, Prefix: 'list/', MaxKeys: 1, ...markers }),
      )
      for (const { Key, VersionId } of page.Versions ?? []) seen.push(await read(Bucket, Key!, VersionId))
      markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
    } while (markers.KeyMarker !== undefined)
    expect(seen).toEqual(['again', '2', '3'])
  })

  it('takes what may not be there only where nothing is', async () => {
    const Bucket = nameOf(id)
    const once = { IfNoneMatch: '*' }
    const tries = await Promise.all([1, 2, 3].map(n => nameOfError(put(Bucket, 'once', `${n}`, once))))
    expect(tries.toSorted()).toEqual(['PreconditionFailed', 'PreconditionFailed', 'done'])
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'once' }))
    expect(await nameOfError(put(Bucket, 'once', 'again', once))).toBe('done')
  })

  it('lets no version go before its time', async () => {
    const Bucket = nameOf(id)
    const { VersionId } = await put(Bucket, 'locked', 'x')
    const remove = (more: object = {}) =>
      nameOfError(s3.send(new DeleteObjectCommand({ Bucket, Key: 'locked', VersionId, ...more })))
    expect(await remove()).toBe('AccessDenied')
    expect(await remove({ BypassGovernanceRetention: true })).toBe(
      id === 'Governed' ? 'done' : 'AccessDenied',
    )
  })
})

it('asks who goes past a lock for a permission of its own', async () => {
  const Bucket = nameOf('Governed')
  const { VersionId } = await put(Bucket, 'mine', 'x')
  const input = { Bucket, Key: 'mine', VersionId, BypassGovernanceRetention: true }
  expect(await world.emulator.invoke('Service/Remover', input)).toBe('AccessDenied')
})

it('wants a digest with what it is to lock, and takes nothing that does not fit it', async () => {
  const Bucket = nameOf('Complied')
  const wrong = { ChecksumSHA256: 'A'.repeat(43).concat('=') }
  expect(await nameOfError(put(Bucket, 'digest', 'x', wrong))).toBe('BadDigest')
})

it('is refused where S3 would do what is not done here', () => {
  const lock = { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 1 } } }
  const versioned = { VersioningConfiguration: { Status: 'Enabled' } }
  expect(lockProblems({ ...versioned, ObjectLockEnabled: true, ObjectLockConfiguration: lock })).toEqual([])
  expect(lockProblems({})).toEqual([])
  const alone = 'versions without Object Lock, or Object Lock without versions, are not supported'
  expect(lockProblems(versioned)).toEqual([alone])
  expect(lockProblems({ ...versioned, ObjectLockEnabled: true })).toEqual([
    'Object Lock without a default retention of a mode and days is not supported',
  ])
})
