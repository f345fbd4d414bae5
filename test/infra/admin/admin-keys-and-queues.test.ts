import { globSync, readFileSync } from 'node:fs'
import { DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, expect, it } from 'vitest'
import { adminCommands, stageCommands } from '../../../infra/admin/admin-commands.ts'
import { startWorld } from '../../support/environment.ts'
import { eventually } from '../../support/eventually.ts'
import { queueUrl } from '../../support/names.ts'
import { clientSettings } from '../emulator/environment.ts'
import { openCommands } from './commands.ts'
import { run } from './run.ts'

/* What a stage has once: its keys, its queues, its log of trails. */
const { world, client, acme, admin, answered, completed, receivedOf } = await openCommands(await startWorld())
afterAll(() => world[Symbol.asyncDispose]())

it('lists the keys that encrypt personal data, and rotates them', async () => {
  const [first, ...others] = (await answered('data-keys list')).keys
  // The first organisation of a stage made it.
  expect([first.n, others]).toEqual([1, []])
  const next = await answered('data-keys rotate')
  expect(next).toEqual({ n: 2, createdAt: expect.any(String), from: expect.any(String) })
  // Ten minutes later, from the next whole second on.
  expect(Date.parse(next.from)).toBe(Math.ceil(Date.parse(next.createdAt) / 1000) * 1000 + 600_000)
  expect((await admin('data-keys rotate')).err).toContain(`already, at ${next.from}`)
  expect((await answered('data-keys list')).keys).toEqual([first, next])
})

it('lists the keys of receipts, rotates them once at a time, and marks one as compromised', async () => {
  // The first organisation of a stage made it, so that whoever checks receipts has the list before there is one.
  const [first, ...others] = (await answered('receipt-keys list')).keys
  expect(others).toEqual([])
  const { body } = await client.get(`/v1/addresses/${await completed('1 Key Street')}/receipt`)
  expect(JSON.parse(Buffer.from(`${body}`.split('.')[0]!, 'base64url').toString()).kid).toBe(first.kid)
  const next = await answered('receipt-keys rotate')
  expect((await admin('receipt-keys rotate')).err).toContain(`already, at ${next.from}`)
  const since = '2026-11-22T00:00:00Z'
  const { keys } = await answered('receipt-keys distrust', '--kid', first.kid, '--since', since)
  expect(keys).toEqual([{ ...first, until: next.from, compromisedSince: '2026-11-22T00:00:00.000Z' }, next])
  const nobody = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'
  expect(await admin('receipt-keys distrust', '--kid', nobody, '--since', since)).toMatchObject({
    code: 1,
    err: '--kid: there is no such key\n',
  })
})

it('lists the secrets that can be rotated, rotates one, and ends the value before when nobody needs it', async () => {
  const names = ['file-token-key', 'link-key', 'personal-data-key', 'receipt-key', 'wrapping-key']
  const { secrets } = await answered('secrets list')
  expect(secrets).toEqual(
    names.map(secret => ({ secret, since: expect.stringMatching(/Z$/), previousUntil: null })),
  )
  const begun = await answered('secrets rotate', '--secret', 'link-key')
  expect(begun).toMatchObject({ secret: 'link-key', rotation: 'begun', moved: 0, left: 0 })
  expect(Date.parse(begun.previousUntil) - Date.parse(begun.since)).toBeGreaterThan(365 * 86_400_000)
  const again = await answered('secrets rotate', '--secret', 'link-key')
  expect(again).toEqual({ ...begun, rotation: 'continued' })
  expect(await admin('secrets end', '--secret', 'link-key')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^--secret: the value before is needed until /),
  })
  expect((await admin('secrets rotate', '--secret', 'id-number-key')).err).toMatch(
    /^--secret: id-number-key cannot be rotated\./,
  )
})

it('redrives a queue’s dead letters, unchanged, and finds none the second time', async () => {
  const id = await completed('2 Redriven Street')
  const { endpoints } = await answered('deliveries endpoints', ...acme)
  const letter = {
    organisationId: 1,
    mode: 'test',
    eventId: `evt_${id}_completed`,
    endpointId: endpoints[0].endpointId,
    attempt: 2,
    firstAttempt: 2,
    notBeforeMs: 0,
  }
  const sqs = new SQSClient({ ...clientSettings(world.emulator), useQueueUrlAsEndpoint: false })
  const QueueUrl = queueUrl(world.emulator, 'deliveries-dead-letters')
  const message = { QueueUrl, MessageBody: JSON.stringify(letter), MessageGroupId: '1-test' }
  await sqs.send(new SendMessageCommand(message))
  const failed = async () => {
    const { queues } = await answered('deliveries failed')
    return Object.fromEntries(
      queues.map(({ queue, deadLetters }: { queue: string; deadLetters: number }) => [queue, deadLetters]),
    )
  }
  const others = { 'slow-deliveries': 0, completions: 0, reconciliations: 0 }
  expect(await failed()).toMatchObject({ deliveries: 1, ...others })
  expect(await answered('deliveries redrive', '--queue', 'deliveries')).toEqual({
    queue: 'deliveries',
    moved: 1,
    left: 0,
  })
  await eventually(() => receivedOf(id).length === 2)
  expect(await answered('deliveries redrive', '--queue', 'deliveries')).toEqual({
    queue: 'deliveries',
    moved: 0,
    left: 0,
  })
  expect((await failed()).deliveries).toBe(0)
  expect((await admin('deliveries redrive', '--queue', 'mail')).err).toMatch(
    /^--queue: expected one of completions, /,
  )
})

it('does so for every queue there is', async () => {
  const sqs = new SQSClient({ ...clientSettings(world.emulator), useQueueUrlAsEndpoint: false })
  const { queues } = await answered('deliveries failed')
  expect(queues.length).toBeGreaterThan(6)
  const redriven = async ({ queue }: { queue: string }) => {
    const isFifo = queue === 'slow-deliveries'
    // It says nothing to its consumer, which leaves it in the queue.
    const message = {
      QueueUrl: queueUrl(world.emulator, `${queue}-dead-letters${isFifo ? '.fifo' : ''}`),
      MessageBody: '{}',
      MessageGroupId: '1-test',
      ...(isFifo && { MessageDeduplicationId: 'one' }),
    }
    await sqs.send(new SendMessageCommand(message))
    expect(await answered('deliveries redrive', '--queue', queue)).toEqual({ queue, moved: 1, left: 0 })
    expect(await answered('deliveries redrive', '--queue', queue)).toEqual({ queue, moved: 0, left: 0 })
  }
  await Promise.all(queues.map(redriven))
})

it('checks the log of the trails, and names an object that somebody has overwritten', async () => {
  await world.emulator.invoke('verification-local-trust-close-trails', {})
  // Once more, when it goes on from the head that is there.
  await world.emulator.invoke('verification-local-trust-close-trails', {})
  const { out, ...ended } = await admin('trail-log check')
  expect([ended, out]).toEqual([
    { code: 0, err: '' },
    expect.stringMatching(/^ok, \d+ hours, \d+ entries\n$/),
  ])
  const s3 = new S3Client({ ...clientSettings(world.emulator), forcePathStyle: true })
  const Bucket = 'verification-local-trail-log-000000000000-us-east-1'
  const { Versions } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'heads/' }))
  const [{ Key }] = Versions as [{ Key: string }]
  await s3.send(new DeleteObjectCommand({ Bucket, Key }))
  const hour = Key.slice('heads/'.length, -'.jws'.length)
  const why = 'a later version, or a mark of deletion, was laid over its head'
  const found = { code: 1, out: '', err: `${hour} (covered): ${why}\n` }
  expect(await admin('trail-log check')).toEqual(found)
  expect(await admin('trail-log check', '--from-hour', hour)).toEqual(found)
  // Before the log began, and the hour that runs.
  for (const unlogged of ['2026-01-01T00', new Date().toISOString().slice(0, 13)])
    expect(await admin('trail-log check', '--from-hour', unlogged)).toEqual({
      code: 1,
      out: '',
      err: 'nothing was checked: the log has no head of these hours. An hour gets its head within 30 minutes of its end.\n',
    })
  expect(await admin('trail-log check', '--from-hour', 'today')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--from-hour: expected an hour in UTC, as 2026-11-22T09'),
  })
})

it('ends with 3 where a stage is not there, or cannot be reached', async () => {
  expect(await run('organisations list --stage dev')).toEqual({
    code: 3,
    out: '',
    err: 'the stage dev is not there: it is not deployed in this account and region\n',
  })
  process.env.AWS_ENDPOINT_URL_LAMBDA = 'http://127.0.0.1:1'
  expect(await run('organisations list --stage dev')).toEqual({
    code: 3,
    out: '',
    err: 'the stage dev cannot be reached: ECONNREFUSED\n',
  })
  delete process.env.AWS_ENDPOINT_URL_LAMBDA
})

it('has done every command here but those that make a table, or are for a stage as a whole', () => {
  const tests = globSync('admin-*.test.ts', { cwd: import.meta.dirname })
  const sources = tests.map(file => readFileSync(new URL(file, import.meta.url), 'utf8')).join('')
  const ofStages = Object.keys(stageCommands)
  const others = (words: string) => !words.startsWith('restore ') && !ofStages.includes(words)
  const here = adminCommands.map(({ name }) => name).filter(others)
  // Each is done by `admin` or `answered`, or from a list of such.
  expect(here.filter(words => !sources.includes(`'${words}'`))).toEqual([])
})
