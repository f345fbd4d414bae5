import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Fault } from '../../../shared/aws/errors.ts'
import {
  decryptWith,
  encryptAnew,
  encryptWith,
  forgetSecret,
  readSecretVersions,
  readSigned,
  secretCacheMs,
  secretLeadMs,
  signingSecret,
} from '../../../shared/aws/secret.ts'
import { endPreviousSecret, putNextSecret } from '../../../shared/aws/secret-rotation.ts'
import { type AwsCall, type AwsEndpoint, openAwsEndpoint } from './endpoint.ts'

const dayMs = 86_400_000
const startMs = Date.parse('2026-11-28T12:00:00Z')
const key = { purpose: 'a purpose', secretName: 'rotating' }
const bytes = Buffer.from('63184876213')

interface Version {
  readonly id: string
  readonly text: string
  readonly createdAtMs: number
}

/** Secrets Manager with one secret: what it answers to each call that we make. */
const openSecret = () => {
  let [current, previous]: [Version, Version | undefined] = [
    { id: 'first', text: 'the first text', createdAtMs: startMs - dayMs },
    undefined,
  ]
  const answers: Readonly<Record<string, (body: AwsCall['body']) => object>> = {
    GetSecretValue: ({ VersionStage }) => {
      const version = VersionStage === 'AWSPREVIOUS' ? previous : current
      if (!version) return { error: 'ResourceNotFoundException' }
      return { SecretString: version.text, VersionId: version.id, CreatedDate: version.createdAtMs / 1000 }
    },
    PutSecretValue: ({ ClientRequestToken: id, SecretString: text }) => {
      if (id === current.id) return text === current.text ? {} : { error: 'ResourceExistsException' }
      ;[current, previous] = [{ id, text, createdAtMs: Date.now() }, current]
      return {}
    },
    UpdateSecretVersionStage: ({ VersionStage, RemoveFromVersionId }) => {
      if (VersionStage !== 'AWSPREVIOUS' || RemoveFromVersionId !== previous?.id)
        return { error: 'InvalidParameterException' }
      previous = undefined
      return {}
    },
  }
  return ({ action, body }: AwsCall): object => answers[action]!(body)
}

let aws: AwsEndpoint

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: startMs })
  aws = await openAwsEndpoint()
  aws.answer(openSecret())
  forgetSecret()
})
afterEach(() => vi.useRealTimers())

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** By somebody else: this container knows nothing of it. */
const rotateElsewhere = async (text = 'the second text') => {
  const answer = await fetch(aws.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'secretsmanager.PutSecretValue' },
    body: JSON.stringify({ ClientRequestToken: text, SecretString: text }),
  })
  expect(answer.status).toBe(200)
}

const endPrevious = async () =>
  endPreviousSecret(key.secretName, (await readSecretVersions(key.secretName)).previous!)

it('opens by either value what was encrypted before and after its rotation', async () => {
  const before = await encryptWith(key, '7', bytes)
  await rotateElsewhere()
  // This container has the old value, as one has that was frozen.
  const stale = await encryptWith(key, '7', bytes)
  expect(await encryptAnew(key, '7', stale)).toBeUndefined()
  later(secretCacheMs + 1)
  const after = await encryptWith(key, '7', bytes)
  for (const each of [before, stale, after]) expect(await decryptWith(key, '7', each)).toEqual(bytes)
  expect(await encryptAnew(key, '7', after)).toBeUndefined()
  const moved = await encryptAnew(key, '7', stale)
  later(secretLeadMs + secretCacheMs)
  await endPrevious()
  expect(await decryptWith(key, '7', moved!)).toEqual(bytes)
  expect(await decryptWith(key, '7', after)).toEqual(bytes)
  await expect(decryptWith(key, '7', before)).rejects.toThrow(
    new Fault('What was encrypted as a purpose cannot be decrypted'),
  )
})

it('reads a secret anew to open what it does not know, once however many ask', async () => {
  const old = await signingSecret(key.secretName)
  await rotateElsewhere()
  const sealed = await (async () => {
    forgetSecret()
    return encryptWith(key, '7', bytes)
  })()
  forgetSecret()
  aws.answer(openSecret())
  expect(await signingSecret(key.secretName)).toBe(old)
  await rotateElsewhere()
  const before = aws.calls.length
  const all = await Promise.all(Array.from({ length: 20 }, () => decryptWith(key, '7', sealed)))
  expect(all).toEqual(Array(20).fill(bytes))
  expect(aws.calls.slice(before).map(({ body }) => body.VersionStage ?? 'AWSCURRENT')).toEqual([
    'AWSPREVIOUS',
    'AWSCURRENT',
  ])
})

const signedBy = (text: string) => (each: string) => (each === text ? `of ${text}` : undefined)
const read = (text: string) => readSigned({ name: key.secretName, lifeDays: 90 }, signedBy(text))

it('signs with a new value only when every container accepts it, and accepts the one before for its life', async () => {
  expect(await signingSecret(key.secretName)).toBe('the first text')
  await rotateElsewhere()
  later(secretCacheMs + 1)
  expect(await signingSecret(key.secretName)).toBe('the first text')
  expect(await read('the second text')).toBe('of the second text')
  later(secretLeadMs - secretCacheMs - 2)
  expect(await signingSecret(key.secretName)).toBe('the first text')
  later(1)
  expect(await signingSecret(key.secretName)).toBe('the second text')
  later(90 * dayMs)
  expect(await read('the first text')).toBe('of the first text')
  later(secretCacheMs)
  expect(await read('the first text')).toBeUndefined()
  expect(await read('the second text')).toBe('of the second text')
})

it('asks twice in five minutes, however many tokens are made up', async () => {
  for (let count = 0; count < 50; count++) expect(await read(`made up ${count}`)).toBeUndefined()
  expect(aws.calls).toHaveLength(2)
  later(secretCacheMs)
  expect(await read('made up')).toBeUndefined()
  expect(aws.calls).toHaveLength(2)
  later(1)
  expect(await read('made up')).toBeUndefined()
  expect(aws.calls).toHaveLength(4)
})

it('goes on with the value that it has to sign and to verify while Secrets Manager is in trouble, and not to encrypt', async () => {
  expect(await signingSecret(key.secretName)).toBe('the first text')
  later(secretCacheMs + 1)
  aws.answer(() => ({ error: 'AccessDeniedException' }))
  expect(await signingSecret(key.secretName)).toBe('the first text')
  expect(await read('the first text')).toBe('of the first text')
  later(secretCacheMs + 1)
  await expect(encryptWith(key, '7', bytes)).rejects.toThrow(
    'A secret was not read: 400 AccessDeniedException',
  )
})

it('is given one new value by two who rotate it at once', async () => {
  const { current } = await readSecretVersions(key.secretName)
  const rotated = await Promise.all(['one', 'two'].map(text => putNextSecret(key.secretName, current, text)))
  expect(rotated.toSorted()).toEqual([false, true])
  const versions = await readSecretVersions(key.secretName)
  expect(versions.previous).toEqual(current)
  expect(versions.current.text).toBe(rotated[0] ? 'one' : 'two')
  await endPreviousSecret(key.secretName, current)
  expect((await readSecretVersions(key.secretName)).previous).toBeUndefined()
  await expect(endPreviousSecret(key.secretName, current)).rejects.toThrow(
    'The value before was not ended: 400 InvalidParameterException',
  )
})
