import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stageCommands } from '../../../infra/admin/admin-commands.ts'
import { version } from '../../../infra/version.ts'
import { addClient } from '../../../shared/account/store.ts'
import { database } from '../../../shared/table/driver.ts'
import { dataFormatKey } from '../../../shared/format/data-format-kind.ts'
import { startWorld, type World } from '../../support/environment.ts'
import { eventually } from '../../support/eventually.ts'
import { addressOrder } from '../../support/orders.ts'
import { reachTable } from '../../support/reach-table.ts'
import { clientSettings } from '../emulator/environment.ts'
import { type Ended, run } from './run.ts'

/* The emulator in the place of an account with the stage dev. */

let world: World
const done = new Set<string>()

const serve = async (prepare?: (assembly: string) => void): Promise<World> => {
  const settings = { prefix: 'verification-dev' }
  const served = await startWorld({ settings, ...(prepare && { prepare }) })
  await reachTable(served.emulator)
  return served
}

const admin = (command: string, ...words: readonly string[]): Promise<Ended> => {
  done.add(command)
  return run([...command.split(' '), ...words, '--stage', 'dev'])
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
const answered = async (command: string, ...words: readonly string[]): Promise<any> => {
  const { code, out, err } = await admin(command, ...words, '--json')
  expect(code, err).toBe(0)
  return JSON.parse(out)
}

const stepsIn = (err: string): readonly (string | undefined)[] =>
  err
    .trim()
    .split('\n')
    .map(line => /^(\w+(?: \w+)?) +\d+ ms$/.exec(line)?.[1] ?? line)
const allSteps = [
  'stage',
  'organisation',
  'abandoned',
  'client',
  'token',
  'order',
  'record',
  'event',
  'client gone',
  'record gone',
]

const clientsOf = async (organisationId: number): Promise<string[]> => {
  const { clients } = (await world.administer({ command: 'listClients', organisationId })) as {
    clients: { clientId: string }[]
  }
  return clients.map(({ clientId }) => clientId)
}

/** Its ids and words are kept until test mode forgets them, as of everything that is erased. */
const isErased = async (organisationId: number, verificationId: number): Promise<void> => {
  const show = { command: 'showVerification', organisationId, mode: 'test', verificationId }
  const shown = await world.administer(show)
  expect(shown).toMatchObject({ erasedAt: expect.any(String), events: [] })
}

describe('a stage that is well', () => {
  beforeAll(async () => {
    world = await serve()
  })

  it('says where it is', async () => {
    const data = { oldest: 1, newest: 1, reads: 1, release: version }
    expect(await answered('stage show')).toEqual({ stage: 'local', url: world.url, version, data })
  })

  it('is left alone by a release that cannot read its data, which is shown all the same', async () => {
    const newer = { oldest: 1, newest: 2, reads: 2, release: '1.2.0' }
    const own = { oldest: 1, newest: 1, reads: 1, release: version }
    const write = (data: object) => database.write({ put: { ...dataFormatKey(), ...data } })
    const refused = `The stage dev holds data of 1.2.0, which this release, ${version}, cannot read; go forward: git checkout v1.2.0 && npm ci && npm run deploy -- -c stage=dev\n`
    const listOrganisations = () => run(['organisations', 'list', '--stage', 'dev'])
    await write(newer)
    try {
      expect(await listOrganisations()).toEqual({ code: 1, out: '', err: refused })
      expect(await admin('migrate', '--dry-run')).toEqual({ code: 1, out: '', err: refused })
      expect((await answered('stage show')).data).toEqual(newer)
    } finally {
      await write(own)
    }
    expect((await listOrganisations()).code).toBe(0)
  })

  it('has nothing to migrate', async () => {
    const { code, out } = await admin('migrate')
    expect([code, out]).toEqual([0, 'Nothing is to be migrated: all data is of format 1.\n'])
  })

  it('passes two first smoke tests at once, which do not disturb each other', async () => {
    const walks = await Promise.all([answered('walk'), answered('walk')])
    expect(walks.map(({ verificationId }) => verificationId)).toEqual([
      expect.any(Number),
      expect.any(Number),
    ])
    expect(new Set(walks.map(({ verificationId }) => verificationId)).size).toBe(2)
    for (const { organisationId, verificationId } of walks) {
      expect(await clientsOf(organisationId)).toEqual([])
      await isErased(organisationId, verificationId)
    }
  })

  it('passes a smoke test step by step, which leaves only what test mode deletes by itself', async () => {
    const first = await answered('walk')
    const { code, out, err } = await admin('walk')
    expect([code, stepsIn(err)]).toEqual([0, allSteps])
    const fields = Object.fromEntries(
      out
        .trim()
        .split('\n')
        .map(line => line.split(/ {2,}/)),
    )
    expect(fields).toEqual({
      stage: 'local',
      url: world.url,
      organisationId: `${first.organisationId}`,
      verificationId: expect.stringMatching(/^\d+$/),
    })
    await isErased(first.organisationId, Number(fields.verificationId))
    const { organisations } = (await world.administer({ command: 'listOrganisations' })) as {
      organisations: { name: string }[]
    }
    const own = organisations.filter(({ name }) => name === 'Walks of the operator')
    // The two who came first at the same time may have made one each.
    expect(own.length).toBeLessThanOrEqual(2)
  })

  it('is cleared of what an interrupted smoke test left, and of nothing in progress', async () => {
    const { organisationId } = await answered('walk')
    const plant = (id: string, minutesAgo: number) =>
      addClient({
        id,
        organisationId,
        mode: 'test',
        scopes: ['addresses'],
        secrets: [],
        generation: 1,
        createdAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      })
    await plant('walk-broken-off', 61)
    await plant('walk-going-on', 59)
    await answered('walk')
    expect(await clientsOf(organisationId)).toEqual(['walk-going-on'])
  })

  it('is ordered nothing of in live mode', async () => {
    const { organisationId } = await answered('walk')
    const live = { command: 'listStuck', organisationId, mode: 'live' }
    const first = (await world.administer(live)) as { next: unknown }
    expect(first).toEqual({ stuck: [], next: expect.anything() })
    expect(await world.administer({ ...live, after: first.next })).toEqual({ stuck: [] })
    const bodies = world.emulator.recorded.map(({ body }) => body)
    expect(bodies.some(body => body.includes(`${organisationId}#test`))).toBe(true)
    expect(bodies.filter(body => body.includes(`${organisationId}#live#verification`))).toEqual([])
  })

  it('ends with 3 where it is not there at all', async () => {
    expect(await run('walk --stage staging')).toEqual({
      code: 3,
      out: '',
      err: 'stage failed: the stage staging is not there: it is not deployed in this account and region\n',
    })
  })
})

describe('a stage that does not keep its data', () => {
  const bucket = 'verification-dev-media-000000000000-us-east-1'
  const log = 'verification-dev-trail-log-000000000000-us-east-1'
  const ledger = 'verification-dev-ledger-000000000000-us-east-1'
  const locked = 4
  const photos = async (): Promise<readonly string[]> => {
    const s3 = new S3Client({ ...clientSettings(world.emulator), forcePathStyle: true })
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }))
    return Contents.map(({ Key }) => Key!)
  }
  const waits = async (): Promise<number> => {
    const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:verification-dev-completion'
    const command = new ListExecutionsCommand({ stateMachineArn, statusFilter: 'RUNNING' })
    return (await new SFNClient(clientSettings(world.emulator)).send(command)).executions!.length
  }

  beforeAll(async () => {
    const live = await world.client('local-live')
    for (const street of ['1 Waiting Street', '2 Waiting Street'])
      await live.post('/v1/addresses', addressOrder({ street }))
    await eventually(async () => (await waits()) === 2, 'both to wait')
    const s3 = new S3Client({ ...clientSettings(world.emulator), forcePathStyle: true })
    for (const Key of ['evidence/1/0 one.jpg', 'incoming/2/ü.jpg'])
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'photo' }))
    // Two versions, and a mark over them.
    for (const Body of ['leaves', 'others'])
      await s3.send(new PutObjectCommand({ Bucket: log, Key: 'leaves/2026-11-22T09.ndjson', Body }))
    await s3.send(new DeleteObjectCommand({ Bucket: log, Key: 'leaves/2026-11-22T09.ndjson' }))
    await s3.send(new PutObjectCommand({ Bucket: ledger, Key: '1/live/2026-10', Body: 'lines' }))
  })
  afterAll(() => world[Symbol.asyncDispose]())

  it('says what stands in the way, and keeps it', async () => {
    const before = await photos()
    const { code, out, err } = await admin('empty')
    expect(code, err).toBe(0)
    expect(out).toBe(`dryRun   true\nstage    dev\nobjects  ${before.length + locked}\nwaits    2\n`)
    expect(err).toBe('Nothing was removed: this shows what would be removed. empty … --yes removes it.\n')
    expect([await photos(), await waits()]).toEqual([before, 2])
  })

  it('is emptied with --yes; once more there is nothing', async () => {
    const objects = (await photos()).length + locked
    expect(objects).toBeGreaterThanOrEqual(2 + locked)
    expect(await answered('empty', '--yes')).toEqual({ dryRun: false, stage: 'dev', objects, waits: 2 })
    expect([await photos(), await waits()]).toEqual([[], 0])
    expect(await answered('empty', '--yes')).toEqual({ dryRun: false, stage: 'dev', objects: 0, waits: 0 })
  })

  it('is no stage that keeps its data, nor the local environment', async () => {
    for (const stage of ['staging', 'prod'])
      expect(await run(`empty --stage ${stage} --yes`)).toEqual({
        code: 1,
        out: '',
        err: `the stage ${stage} keeps its data: this command does not empty it\n`,
      })
    expect(await run('empty --yes')).toEqual({
      code: 2,
      out: '',
      err: '--stage: it is needed; the local environment’s data is its --data folder, which can be deleted\n',
    })
  })
})

/** Takes the route of a path away, as if it had been forgotten. */
const withoutRoute = (path: string) => (assembly: string) => {
  for (const file of readdirSync(assembly).filter(name => name.endsWith('.template.json'))) {
    const template = JSON.parse(readFileSync(join(assembly, file), 'utf8'))
    for (const [id, { Type, Properties }] of Object.entries<{
      Type: string
      Properties: { RouteKey?: string }
    }>(template.Resources))
      if (Type === 'AWS::ApiGatewayV2::Route' && Properties.RouteKey === `ANY ${path}`)
        delete template.Resources[id]
    writeFileSync(join(assembly, file), JSON.stringify(template))
  }
}

describe('a stage that is not well', () => {
  beforeAll(async () => {
    world = await serve(withoutRoute('/v1/addresses/{id}'))
  })
  afterAll(() => world[Symbol.asyncDispose]())

  it('names the step at which the smoke test fails, and is cleaned up all the same', async () => {
    const { code, out, err } = await admin('walk')
    expect([code, out]).toEqual([1, ''])
    const steps = stepsIn(err)
    expect(steps.slice(0, -1)).toEqual([
      ...allSteps.slice(0, allSteps.indexOf('record')),
      'client gone',
      'record gone',
    ])
    expect(steps.at(-1)).toMatch(/^record failed: GET \/v1\/addresses\/\d+: 200 expected, 404 not_found \S+$/)
    const { organisations } = (await world.administer({ command: 'listOrganisations' })) as {
      organisations: { name: string; id: number }[]
    }
    const { id } = organisations.find(({ name }) => name === 'Walks of the operator')!
    expect(await clientsOf(id)).toEqual([])
  })
})

/** Has every function say something else. */
const withOtherWords = (word: string, other: string) => (assembly: string) => {
  for (const folder of readdirSync(assembly).filter(name => name.startsWith('asset.'))) {
    const own = join(assembly, folder)
    const code = readFileSync(join(own, 'index.cjs'), 'utf8')
    if (!code.includes(word)) continue
    // It is a link to what all assemblies share.
    rmSync(own)
    mkdirSync(own)
    writeFileSync(join(own, 'index.cjs'), code.replaceAll(word, other))
  }
}

describe('a stage whose responses break the contract', () => {
  beforeAll(async () => {
    world = await serve(withOtherWords('VERIFIED', 'CONFIRMED'))
  })
  afterAll(() => world[Symbol.asyncDispose]())

  it('fails at the record', async () => {
    const { code, err } = await admin('walk')
    expect(code).toBe(1)
    expect(stepsIn(err).at(-1)).toBe(
      'record failed: status of the record: expected {"status":"VERIFIED","subStatus":"VERIFIED","state":"COMPLETE"}, found {"status":"CONFIRMED","subStatus":"CONFIRMED","state":"COMPLETE"}',
    )
  })
})

it('has been done everything that is done to a stage as a whole', () => {
  // The preflight asks an account, in a test of its own.
  expect([...done, 'preflight'].toSorted()).toEqual(Object.keys(stageCommands).toSorted())
})
