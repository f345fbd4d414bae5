import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { announce } from '../../infra/local/announcement.ts'
import type { ExportPage } from '../../shared/subject/export.ts'
import { exportedKinds } from '../../shared/subject/kinds.ts'
import { retainedData } from '../../shared/subject/retained-data.ts'
import { run } from '../infra/admin/run.ts'
import { type Unpacked, unpack } from '../support/archives.ts'
import { type Lying, lyingInStream, lyingInTable } from '../support/at-rest.ts'
import { sha256Of, takePhoto, upload } from '../support/capture.ts'
import { open, send, sendFile } from '../support/employer.ts'
import { quickly, startWorld } from '../support/environment.ts'
import { faultOf } from '../support/erasure-cases.ts'
import { eventually } from '../support/eventually.ts'
import { jpegOf } from '../support/pictures.ts'
import { keptItems, keptObjects, keptPhotos, layItem, rawItems } from '../support/stored-items.ts'
import { fleeting, keptValues, sayEverything, valuesIn } from '../support/subject.ts'

/*
 * Everything that can be said of a person is said, through every door. An export has all of it; after an erasure
 * nothing of it is found, wherever one looks.
 */

const folder = mkdtempSync(join(tmpdir(), 'subject-data-'))
const archive = join(folder, 'person.zip')

const live = ['--organisation', '1', '--mode', 'live']
const byNumber = [...live, '--id-number', fleeting.idNumber]

const admin = (...words: readonly string[]) => run([...words, '--port', port])
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
const answered = async (...words: readonly string[]): Promise<any> => {
  const { code, out, err } = await admin(...words, '--json')
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}

const world = await startWorld({ settings: { fieldwork: { ...quickly.fieldwork!, fourEyes: false } } })
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})
const port = new URL(world.url).port
announce(world.emulator)
const told = await sayEverything(world)
// What receivers said is written down behind their answers.
const failed = async () =>
  JSON.stringify((await told.customer.get('/v1/webhooks')).body).includes('"lastFailure":{')
await eventually(failed, 'a failure to be noted')

const ids = () => {
  const { visited, held, employed, undocumented, lookUps } = told
  return [visited.id, held.id, employed.id, undocumented.id, ...Object.values(lookUps)]
}

describe('an export', () => {
  let whole: Unpacked

  it('is one file for its owner’s eyes, of all that is found by id number', async () => {
    const { file, verifications } = await answered('export', ...byNumber, '--out', archive)
    expect(file).toBe(archive)
    expect(verifications.map((one: { verificationId: number }) => one.verificationId).sort()).toEqual(
      ids().sort(),
    )
    expect(readdirSync(folder)).toEqual(['person.zip'])
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    whole = unpack(archive)
  })

  it('has every value that is kept, of every kind of item', () => {
    const all = Object.values(whole.texts).join('\n')
    expect(valuesIn(all)).toEqual(keptValues)
    expect(keptValues.length).toBeGreaterThan(60)
    const kinds = new Set(whole.index.files.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual([...exportedKinds].sort())
  })

  it('decrypts what is encrypted: a registry’s data, and the claim of a late look-up', () => {
    const { late, waiting } = told.lookUps
    const sent = told.echo.received.find(({ id }) => id === `evt_${late}_completed`)
    expect(Buffer.from(whole.texts[`${late}/events/evt_${late}_completed.json`]!, 'latin1').toString()).toBe(
      sent!.body,
    )
    expect(whole.texts[`${waiting}/late-look-up.json`]).toContain(fleeting.idNumber)
    expect(whole.texts[`${waiting}/late-look-up.json`]).not.toContain('sealed')
  })

  it('names each file with what it is and until when it is kept, and what it leaves out', () => {
    for (const { name, what, holds, kept, keptUntil, size } of whole.index.files) {
      expect([name, what, holds, kept]).toEqual([name, ...wordsOf(name)])
      if (!name.endsWith('/last-failures.json'))
        expect(Date.parse(keptUntil!), name).toBeGreaterThan(Date.now())
      expect(size).toBe(whole.texts[name]!.length)
    }
    expect(whole.index.notIncluded).toHaveLength(Object.keys(retainedData).length - exportedKinds.length)
    expect(whole.texts['README.txt']).toContain('Nigeria Data Protection Act 2023')
  })

  const wordsOf = (name: string) => {
    const { kind } = whole.index.files.find(file => file.name === name)!
    const { what, holds, until } = retainedData[kind]
    return [what, holds, until]
  }

  it('comes in answers that a function may give, however large a photo is', async () => {
    const { id, half } = told.held
    expect(half.bytes.length).toBeGreaterThan(5_000_000)
    const prefix = `${id}/uploads/${sha256Of(half.bytes)}-`
    const [, text] = Object.entries(whole.texts).find(([name]) => name.startsWith(prefix))!
    expect(text.length).toBe(half.bytes.length)
    const key = { organisationId: 1, mode: 'live', verificationId: id } as const
    const sizes: number[] = []
    let page: ExportPage['next'] | undefined
    do {
      const command = { command: 'export', ...key, ...(page && { page }) }
      const answer = (await world.administer(command)) as ExportPage
      sizes.push(JSON.stringify(answer).length)
      page = answer.next
    } while (page)
    expect(sizes.length).toBe(2)
    // 6 MB: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
    for (const size of sizes) expect(size).toBeLessThan(6_291_556)
  })

  it('says that the trail held, and that it was handed out', () => {
    const trail = JSON.parse(whole.texts[`${told.visited.id}/trail.json`]!)
    expect([trail.holds, trail.broken]).toEqual([true, null])
    expect(trail.entries.at(-1).events).toMatchObject([{ what: 'exported', by: 'operator' }])
  })

  it('names nobody who worked on it, and no device of theirs', () => {
    for (const id of ['agent-1', 'reviewer-1', 'reviewer-2', 'local-live', told.device.id])
      expect(filesWith(id)).toEqual([])
  })

  it('has the whole id number where an answer waits or was told late, and nothing that nobody keeps', () => {
    const { idNumber, ...others } = fleeting
    const { late, waiting } = told.lookUps
    const folders = new Set(filesWith(idNumber).map(name => Number(name.split('/')[0])))
    expect([...folders].sort()).toEqual([late, waiting].sort())
    for (const value of Object.values(others)) expect([value, filesWith(value)]).toEqual([value, []])
  })

  const filesWith = (value: string) =>
    Object.entries(whole.texts).flatMap(([name, text]) => (text.includes(value) ? [name] : []))

  it('is not written over what is there, and leaves nothing where it fails', async () => {
    const before = readFileSync(archive)
    const again = await admin('export', ...byNumber, '--out', archive)
    expect(again).toEqual({ code: 1, out: '', err: `${archive} is there already, and is not written over\n` })
    expect(readFileSync(archive).equals(before)).toBe(true)
    const nobody = [...live, '--phone', '08000000000', '--out', join(folder, 'nobody.zip')]
    expect(await admin('export', ...nobody)).toMatchObject({
      code: 1,
      err: 'nothing is kept of such a person\n',
    })
    const nowhere = [...byNumber, '--out', join(folder, 'missing', 'person.zip')]
    expect(await admin('export', ...nowhere)).toMatchObject({ code: 1, out: '' })
    expect(readdirSync(folder)).toEqual(['person.zip'])
  })

  it('finds by telephone and by id, too, and prints nothing of a person', async () => {
    const [phoned, single] = [join(folder, 'phone.zip'), join(folder, 'single.zip')]
    const byPhone = await admin('export', ...live, '--phone', told.applicant.phone, '--out', phoned)
    const one = ['--verification', `${told.lookUps.atOnce}`]
    const byId = await admin('export', ...live, ...one, '--out', single)
    const found = await admin('find', ...byNumber)
    expect([byPhone.code, byId.code, found.code]).toEqual([0, 0, 0])
    expect(valuesIn([byPhone, byId, found].map(({ out, err }) => out + err).join('\n'))).toEqual([])
    expect(unpack(phoned).index.files.length).toBeGreaterThan(20)
    expect(Object.keys(unpack(single).texts).sort()).toEqual([
      `${told.lookUps.atOnce}/record.json`,
      `${told.lookUps.atOnce}/trail.json`,
      'README.txt',
      'index.json',
    ])
    for (const id of ids()) expect(found.out).toContain(`${id}`)
  })
})

describe('at rest', () => {
  /** Where values of the person can be read without a secret. */
  const readable = (lying: readonly Lying[]) => [
    ...new Set(lying.flatMap(({ where, text }) => (valuesIn(text, everyValue).length > 0 ? [where] : []))),
  ]
  const everyValue = [...keptValues, ...Object.values(fleeting)]
  // The customer's own name for an order: an index finds it by that.
  const inClear = [
    'ledger-reference.customerReference',
    'verification.customerReference',
    'verification.gsi2pk',
  ]

  it('the table, an export of it and a backup show nothing of the person', async () => {
    const lying = await lyingInTable(world)
    expect(readable(lying).sort()).toEqual(inClear)
    expect(lying.length).toBeGreaterThan(1000)
  })

  it('nor does any image in its stream', async () => {
    const lying = await lyingInStream(world)
    expect(readable(lying).sort()).toEqual(inClear)
    expect(lying.length).toBeGreaterThan(1000)
  })

  it('what is there with the secret is what was said', async () => {
    const kept = valuesIn((await keptItems(world)).join('\n'))
    const inPhotos = keptValues.filter(value => !kept.includes(value))
    expect(inPhotos).toEqual(['Canaryexif'])
  })

  it('a record that somebody has altered returns 500, names its kind, and affects no other', async () => {
    const { customer, lookUps, visited } = told
    const at = `/v1/identities/${lookUps.atOnce}`
    const before = (await customer.get(at)).body
    const item = (await rawItems(world)).find(
      ({ pk, sk }) => sk?.S === 'identity' && pk?.S?.endsWith(`${lookUps.atOnce}`),
    )!
    const turned = Buffer.from(item.idNumberLast4!.B!)
    turned[turned.length - 1]! ^= 1
    await layItem(world, { ...item, idNumberLast4: { B: turned } })
    expect(await customer.get(at)).toMatchObject({ status: 500, body: { code: 'internal' } })
    expect((await customer.get(`/v1/addresses/${visited.id}`)).status).toBe(200)
    const lines = world.logLines.filter(line => line.includes('cannot be decrypted'))
    expect(lines.join()).toContain('Fault: Encrypted attributes of an item (lookup) cannot be decrypted')
    expect(valuesIn(lines.join())).toEqual([])
    await layItem(world, item)
    expect((await customer.get(at)).body).toEqual(before)
  })
})

const recorded = (...services: string[]): string =>
  world.emulator.recorded
    .filter(({ service }) => services.includes(service))
    .map(({ body }) => body)
    .join('\n')

/** All that is anywhere, by where it is. */
const sources = async () => ({
  table: (await keptItems(world)).join('\n'),
  bucket: (await keptObjects(world)).join('\n'),
  queues: recorded('sqs'),
  workflows: recorded('states', 'scheduler', 'events'),
  logs: world.logLines.join('\n'),
})

/** Values of the person, and what registries say, by where they are found. */
const foundIn = async () => {
  const all = Object.entries(await sources())
  const values = [...keptValues, ...Object.values(fleeting)]
  return Object.fromEntries(all.map(([source, text]) => [source, valuesIn(text, values)]))
}

const nowhere = { table: [], bucket: [], queues: [], workflows: [], logs: [] }

describe('an erasure', () => {
  const since = new Date().toISOString()

  it('is of what was found before it, in the table and the bucket', async () => {
    const { table, bucket, ...others } = await foundIn()
    expect(table!.length).toBeGreaterThan(50)
    expect(bucket!.length).toBeGreaterThan(0)
    expect(others).toEqual({ queues: [], workflows: [], logs: [] })
  })

  it('says what lies in backups, and until when', async () => {
    const { erased, remains, repeatAfter } = await answered('erase', ...byNumber, '--yes')
    expect(erased.map((one: { verificationId: number }) => one.verificationId).sort()).toEqual(ids().sort())
    const daysFromNow = (time: string) => Math.round((Date.parse(time) - Date.now()) / 86_400_000)
    expect(remains.map(({ what, until }: Record<string, string>) => [what, daysFromNow(until!)])).toEqual([
      ['backup of the table', 35],
      ['stream of the table', 1],
      ['log of the trails (bucket, locked)', 400],
    ])
    expect(Date.parse(repeatAfter)).toBeGreaterThan(Date.now() + 15 * 60_000)
  })

  it('ends every link, and every link to a photo', async () => {
    const { visited, held, employed, undocumented } = told
    for (const { page } of [visited, held, employed, undocumented]) {
      const { text, status } = await open(page)
      expect([status, valuesIn(text)]).toEqual([410, []])
      expect((await send(page, 'consent=given&has=none')).status).toBe(410)
    }
    expect((await sendFile(undocumented.page, jpegOf(320, 240))).status).toBe(410)
    const bodies = told.echo.received.map(({ body }) => body).join('\n')
    const links = bodies.match(/https?:[^"\\]+\/v1\/file\/[^"\\]+/g) ?? []
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect((await fetch(link)).status).toBe(404)
  })

  it('comes to agents in the midst of it as to anybody: there is no such work', async () => {
    const { agent, held } = told
    const at = `/v1/operations/assignments/${held.assignment}`
    expect((await agent.get(at)).status).toBe(404)
    expect((await takePhoto(agent, held.assignment, held.half.bytes)).status).toBe(404)
    const visit = { findings: { addressExists: true, hadAccess: true, isThere: true } }
    expect((await agent.post(`${at}/report`, { visit })).status).toBe(404)
  })

  it('leaves a look-up that waited without an answer, though its registry is there again', async () => {
    world.simulator.behave('answer')
    const { waiting } = told.lookUps
    expect((await told.customer.get(`/v1/identities/${waiting}`)).status).toBe(404)
    expect((await told.customer.get(`/v1/events/evt_${waiting}_completed`)).status).toBe(404)
  })

  it('erases what arrived after it when it is repeated: an upload', async () => {
    const { held } = told
    const uploads = async () => (await keptPhotos(world)).filter(key => key.startsWith('incoming/'))
    expect(await uploads()).toEqual([])
    expect((await upload(held.upload, held.half.bytes)).status).toBe(200)
    const listed = await answered('erasures', 'list', '--since', since)
    expect(listed.erased.map((one: { verificationId: number }) => one.verificationId).sort()).toEqual(
      ids().sort(),
    )
    const dry = await admin('erasures', 'repeat', '--since', since)
    expect([dry.code, dry.err]).toEqual([0, expect.stringContaining('Nothing was removed')])
    expect(await uploads()).toHaveLength(1)
    const { erased } = await answered('erasures', 'repeat', '--since', since, '--yes')
    expect(new Set(erased.map(({ found }: { found: string }) => found))).toEqual(new Set(['tombstone']))
  })

  it('leaves nothing, wherever one looks', async () => {
    expect(await foundIn()).toEqual(nowhere)
    const items = await keptItems(world)
    expect(items.length).toBeGreaterThan(50)
    expect(items.flatMap(item => faultOf(item) ?? [])).toEqual([])
  })

  it('leaves nothing to export but that there was something', async () => {
    const file = join(folder, 'after.zip')
    await answered('export', ...live, '--verification', `${told.visited.id}`, '--out', file)
    const { texts } = unpack(file)
    expect(valuesIn(Object.values(texts).join('\n'), [...keptValues, ...Object.values(fleeting)])).toEqual([])
    const record = JSON.parse(texts[`${told.visited.id}/record.json`]!)[0]
    expect(record).toMatchObject({ id: told.visited.id, outcome: 'verified', erasedAt: expect.any(String) })
    const none = await admin('export', ...byNumber, '--out', join(folder, 'none.zip'))
    expect(none.err).toBe('nothing is kept of such a person\n')
  })
})
