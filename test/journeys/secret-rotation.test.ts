import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announce } from '../../infra/local/announcement.ts'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import { clientSettings } from '../infra/emulator/environment.ts'
import { run } from '../infra/admin/run.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { linkIn, messageTo } from '../support/messages.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { openReceiver, type Receiver, receivedEvent } from '../support/receiver.ts'
import { type Person, signIn } from '../support/sign-in.ts'

/* The six secrets of a stage are given new values, as the guide for a breach says, while everybody goes on. */

const minuteMs = 60_000
const rotated = ['wrapping-key', 'receipt-key', 'personal-data-key', 'link-key', 'file-token-key'] as const

const dataDirectory = mkdtempSync(join(tmpdir(), 'verification-rotated-'))

let world: World
let customer: ApiClient
let reviewer: Person
let receiver: Receiver
/** From before any secret was rotated. */
let before: { readonly id: number; readonly link: string; readonly photo: string; readonly eventId: string }

const { person, numbers } = findIdentityProduct('nin').sandbox
const claim = { firstname: person.firstname, lastname: person.lastname }

let streets = 0
const statuses: Record<string, number[]> = {}

const noted = async (what: string, asked: Promise<{ readonly status: number }>): Promise<number> => {
  const { status } = await asked
  statuses[what] = [...(statuses[what] ?? []), status]
  return status
}

const enter = async () => {
  world = await startWorld({ dataDirectory })
  announce(world.emulator)
  customer = await world.client()
  reviewer = await signIn(world, 'reviewer-1')
}

const order = async (changes: object = {}): Promise<number> => {
  const { status, body } = await customer.post(
    '/v1/addresses',
    addressOrder({ street: `${++streets} Rotated Close`, ...changes }),
  )
  expect(status).toBe(201)
  return body.id
}

const photoOf = async (id: number): Promise<string> =>
  eventually(async () => {
    const { body } = await customer.get(`/v1/addresses/${id}`)
    return /http[^"]+\/v1\/file\/[^"]+/.exec(JSON.stringify(body))?.[0]
  }, 'a photo')

const completedEvent = (id: number): string => `evt_${id}_completed`

beforeAll(async () => {
  await enter()
  receiver = await openReceiver()
  const headers = [{ name: 'x-key', value: 'a value of theirs' }]
  expect((await customer.post('/v1/webhooks', { url: receiver.url, headers })).status).toBe(201)
  const phone = '08000001010'
  const id = await order({ applicant: { ...applicant, phone }, applicantLink: true })
  const link = linkIn(await messageTo(world, '+2348000001010'))
  const visited = await order()
  const eventId = completedEvent(visited)
  await receivedEvent(receiver, eventId)
  before = { id: visited, link, photo: await photoOf(visited), eventId }
  expect(id).toBeGreaterThan(0)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  rmSync(dataDirectory, { recursive: true, force: true })
})

/** The environment has another port each time that it is started. */
const here = (url: string): URL => new URL(new URL(url).pathname, world.url)

/** What customers, applicants and people at the desk do, once each. Answers the order. */
const everybody = async (): Promise<number> => {
  const ordered = order()
  const { id } = before
  await Promise.all([
    ordered.then(of => noted('order', Promise.resolve({ status: of > 0 ? 201 : 0 }))),
    noted('record', customer.get(`/v1/addresses/${id}`)),
    noted('receipt', customer.get(`/v1/addresses/${id}/receipt`)),
    noted('report', customer.get(`/v1/addresses/${id}/report`)),
    noted('event', customer.get(`/v1/events/${before.eventId}`)),
    noted('endpoints', customer.get('/v1/webhooks')),
    noted('look-up', customer.post(`/v1/ng/identities/nin/${numbers.exact}`, claim)),
    noted('desk', reviewer.get('/v1/operations/cases')),
    noted('link', fetch(here(before.link))),
    noted('photo', fetch(here(before.photo), { redirect: 'manual' })),
  ])
  return ordered
}

const expectAnswers = (expected: Readonly<Record<string, number>>) => {
  const seen = Object.entries(statuses).map(([what, answers]) => [what, [...new Set(answers)]])
  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([what, status]) => [what, [status]])),
  )
}

const good = {
  order: 201,
  record: 200,
  receipt: 200,
  report: 200,
  event: 200,
  endpoints: 200,
  'look-up': 200,
  desk: 200,
  link: 200,
  photo: 302,
}

const rotate = (secret: string) =>
  world.administer({ command: 'rotateStageSecret', stageSecret: secret }) as Promise<Record<string, unknown>>

/** What is left of a rotation that was killed when the secret had its new value, and nothing was moved. */
const beginAndDie = async (secret: string) => {
  const client = new SecretsManagerClient(clientSettings(world.emulator))
  const SecretId = `verification-local-${secret}`
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: `the next value of ${secret}` }))
}

describe('under load', () => {
  it('every secret gets a new value, killed half-way and repeated, and nobody notices', async () => {
    const orders: number[] = []
    let isOver = false
    const load = (async () => {
      while (!isOver) orders.push(await everybody())
    })()
    const moved: Record<string, unknown> = {}
    for (const secret of rotated) {
      await beginAndDie(secret)
      orders.push(await everybody())
      const tries = await Promise.all([rotate(secret), rotate(secret), rotate(secret)])
      moved[secret] = Math.max(...tries.map(each => Number(each.moved)))
      expect(await rotate(secret)).toEqual({
        secret,
        rotation: 'continued',
        since: expect.any(String),
        previousUntil: expect.any(String),
        moved: 0,
        left: 0,
      })
      orders.push(await everybody())
    }
    isOver = true
    await load
    for (const id of orders) await receivedEvent(receiver, completedEvent(id))
    expectAnswers(good)
    expect(moved).toEqual({
      'wrapping-key': 1,
      'receipt-key': 1,
      'personal-data-key': 1,
      'link-key': 0,
      'file-token-key': 0,
    })
  })

  it('refuses the one by which people are found, and says why', async () => {
    await expect(rotate('id-number-key')).rejects.toThrow('id-number-key cannot be rotated. People are found')
  })

  it('refuses to end a value that a container may still use', async () => {
    const { out } = await run(['secrets', 'list', '--json', '--port', new URL(world.url).port])
    const { secrets } = JSON.parse(out) as { secrets: { secret: string; since: string }[] }
    for (const { secret, since } of secrets) {
      const days = secret === 'personal-data-key' ? 5 : 0
      const from = new Date(Date.parse(since) + 15 * minuteMs + days * 86_400_000).toISOString()
      await expect(world.administer({ command: 'endStageSecret', stageSecret: secret })).rejects.toThrow(
        `stageSecret: the value before is needed until ${from}`,
      )
    }
    expect(secrets.map(({ secret }) => secret).toSorted()).toEqual(rotated.toSorted())
  })
})

/** As if so much time had passed since every secret got its value: no container knows an earlier one. */
const pass = async (ms: number) => {
  await world[Symbol.asyncDispose]()
  const database = new DatabaseSync(join(dataDirectory, 'emulator.db'))
  database.prepare('UPDATE secretVersions SET createdAt = createdAt - ?').run(ms)
  database.close()
  await enter()
}

/** The guide's commands, for the environment that runs here. */
const guideCommands = () =>
  [...readFileSync('functions/pages/docs/breach.md', 'utf8').matchAll(/^npm run admin -- (.*)$/gm)]
    .map(([, words]) => words!.replace(/ *#.*$/, '').replace(' --stage prod', ''))
    .filter(words => /^(secrets|data-keys|receipt-keys)/.test(words))

it('after each step of the guide for a breach, the stage answers', async () => {
  await pass(43 * 24 * 60 * minuteMs)
  const steps = guideCommands()
  const firstEnd = steps.findIndex(words => words.startsWith('secrets end'))
  expect(firstEnd).toBeGreaterThan(5)
  for (const [at, words] of steps.entries()) {
    if (at === firstEnd) await pass(20 * minuteMs)
    for (const what of Object.keys(statuses)) delete statuses[what]
    const { code, err } = await run(`${words} --port ${new URL(world.url).port}`)
    expect([words, code, err]).toEqual([words, 0, ''])
    // Containers accept a value that has ended for five more minutes.
    if (words.startsWith('secrets end')) await pass(20 * minuteMs)
    const ended = steps.slice(0, at + 1).filter(each => each.startsWith('secrets end'))
    const hasEnded = (secret: string) => ended.some(each => each.includes(secret))
    const id = await everybody()
    expectAnswers({
      ...good,
      ...(hasEnded('link-key') && { link: 404 }),
      ...(hasEnded('file-token-key') && { photo: 404 }),
    })
    await receivedEvent(receiver, completedEvent(id))
  }
})

it('begins again with a secret whose value before has ended, and ends one that the guide leaves to its time', async () => {
  await pass(6 * 24 * 60 * minuteMs)
  for (const what of Object.keys(statuses)) delete statuses[what]
  expect(await rotate('file-token-key')).toMatchObject({ secret: 'file-token-key', rotation: 'begun' })
  expect(
    await world.administer({ command: 'endStageSecret', stageSecret: 'personal-data-key' }),
  ).toMatchObject({
    secret: 'personal-data-key',
    endedAt: expect.any(String),
  })
  await everybody()
  expectAnswers({ ...good, link: 404, photo: 404 })
})
