import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { generateId } from '../../../shared/table/id.ts'
import type { Outcome } from '../../../shared/verification/contract/outcome.ts'
import { address } from '../../../shared/verification/product/address.ts'
import { acceptVerification } from '../../../shared/verification/store.ts'
import { joinWorld } from '../../support/environment.ts'
import { eventually } from '../../support/eventually.ts'
import { addressOrder } from '../../support/orders.ts'
import { logged, openCommands } from './commands.ts'

const { world, client, receiverUrl, organisation, acme, ...commands } = await openCommands(await joinWorld())
const { admin, answered, completed, receivedOf } = commands
const { organisationId } = world

/** An order of so many hours ago, as if it had gone so far then. */
const plant = async (mode: 'test' | 'live', hoursAgo: number, outcome: Outcome = 'accepted') => {
  const ms = Date.now() - hoursAgo * 3_600_000
  const now = new Date(ms).toISOString()
  const id = generateId(ms, Math.random())
  const order = addressOrder({ street: `${id} Planted Street` }) as never
  const context = { id, applicantId: id, organisationId, mode, clientId: `local-${mode}`, now }
  const verification = address.order(order, context)
  await acceptVerification({ ...verification, outcome }, Date.now())
  return { id, now }
}

it('shows the state of a verification, and no personal data', async () => {
  const id = await completed('1 Shown Street')
  const shown = await answered('verifications show', ...acme, '--verification', `${id}`)
  expect(shown).toMatchObject({
    organisationId,
    mode: 'test',
    verificationId: id,
    product: 'address',
    outcome: 'verified',
    subStatus: 'VERIFIED',
    events: [{ eventId: `evt_${id}_completed`, createdAt: expect.any(String) }],
  })
  expect(JSON.stringify(shown)).not.toMatch(/Shown Street|Ngozi|Adeyemi|0803|order-1/)
  const lookUp = await client.post('/v1/ng/identities/nin/63184876213', {
    firstname: 'Bunch',
    lastname: 'Dillon',
  })
  const { body } = lookUp
  expect(await answered('verifications show', ...acme, '--verification', `${body.id}`)).toMatchObject({
    verificationId: body.id,
    product: 'nin',
  })
  expect(await admin('verifications show', ...acme, '--verification', '7')).toEqual({
    code: 1,
    out: '',
    err: '--verification: there is no such verification or look-up\n',
  })
})

it('finds what is stuck and what is late, and repairs what can be repaired', async () => {
  expect(await admin('verifications stuck', ...acme)).toEqual({ code: 0, out: 'none\n', err: '' })
  const untold = await plant('test', 1, 'verified')
  const { stuck } = await answered('verifications stuck', ...acme)
  expect(stuck).toEqual([
    {
      verificationId: untold.id,
      product: 'address',
      outcome: 'verified',
      isLate: false,
      dueAt: new Date(Date.parse(untold.now) + 48 * 3_600_000).toISOString(),
      lacks: ['event', 'workflow'],
    },
  ])
  const reconciling = [{ organisationId, mode: 'test' }]
  expect(await answered('reconcile', ...acme)).toEqual({ reconciling })
  expect(await answered('reconcile', ...acme)).toEqual({ reconciling })
  await eventually(() => receivedOf(untold.id).length > 0)
  await eventually(async () => (await answered('verifications stuck', ...acme)).stuck.length === 0)
  expect(receivedOf(untold.id).map(({ id }) => id)).toEqual([`evt_${untold.id}_completed`])
  expect((await answered('reconcile')).reconciling.length).toBeGreaterThan(2)
  expect((await admin('reconcile', '--organisation', '99')).err).toBe(
    '--organisation: there is no such organisation\n',
  )
})

it('decides in a reviewer’s place what is late, once', async () => {
  const live = [...organisation, '--mode', 'live']
  const late = await plant('live', 60)
  await eventually(async () => {
    const { stuck } = await answered('verifications stuck', ...live)
    return (
      stuck.length === 1 &&
      stuck[0].verificationId === late.id &&
      stuck[0].lacks.length === 0 &&
      stuck[0].isLate
    )
  })
  const { out } = await admin('verifications stuck', ...live)
  expect(out).toMatch(new RegExp(`^${late.id} +address +accepted +\\S+ +true +-$`, 'm'))
  const decide = [...live, '--verification', `${late.id}`, '--outcome']
  const decided = await answered('verifications decide', ...decide, 'noAccess', '--comment', 'Gate closed')
  expect(decided).toEqual({ verificationId: late.id, outcome: 'noAccess' })
  expect(await admin('verifications decide', ...decide, 'verified')).toEqual({
    code: 1,
    out: '',
    err: '--verification: too late. It is complete: CANNOT ACCESS ADDRESS.\n',
  })
  expect((await admin('verifications decide', ...decide, 'detailsMismatch')).err).toBe(
    '--outcome: address cannot be decided so\n',
  )
})

it('lists endpoints, and resends events that did not arrive', async () => {
  const { endpoints } = await answered('deliveries endpoints', ...acme)
  expect(endpoints).toEqual([
    { endpointId: expect.any(Number), url: receiverUrl, enabled: true, events: expect.any(Array) },
  ])
  const endpoint = ['--endpoint', `${endpoints[0].endpointId}`]
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const recovered = await answered('deliveries recover', ...acme, ...endpoint, '--since', since)
  expect(recovered).toEqual({ endpointId: endpoints[0].endpointId, since, until: expect.any(String) })
  expect((await admin('deliveries recover', ...acme, ...endpoint, '--since', since)).code).toBe(0)
  const refused = (...words: string[]) =>
    admin('deliveries recover', ...acme, ...words).then(({ err }) => err)
  expect(await refused(...endpoint, '--since', '2026-01-01T00:00Z')).toBe(
    '--since: attempts are kept 30 days\n',
  )
  expect(await refused('--endpoint', '9', '--since', since)).toBe('--endpoint: there is no such endpoint\n')
  expect(await refused(...endpoint, '--since', since, '--until', since)).toMatch(
    /^--since: expected a time before/,
  )
})

it('says what an erasure would remove, removes it with --yes, and once more finds it gone', async () => {
  const id = await completed('3 Erased Street')
  const one = [...acme, '--verification', `${id}`]
  const dry = await admin('erase', ...one)
  expect(dry.code).toBe(0)
  expect(dry.out).toMatch(new RegExp(`^${id} +address +1 `, 'm'))
  expect(dry.err).toBe('Nothing was removed: this shows what would be removed. erase … --yes removes it.\n')
  expect((await client.get(`/v1/addresses/${id}`)).status).toBe(200)
  const { dryRun, erased } = await answered('erase', ...one, '--yes')
  expect([dryRun, erased.length, erased[0].events]).toEqual([false, 1, 1])
  expect((await client.get(`/v1/addresses/${id}`)).status).toBe(404)
  const again = await answered('erase', ...one, '--yes')
  expect(again.erased[0]).toMatchObject({ verificationId: id, events: 0, erasedBefore: expect.any(String) })
  const person = await admin('erase', ...acme, '--phone', '0803 123 4567', '--json')
  expect(person.code).toBe(0)
  expect(JSON.parse(person.out)).toMatchObject({ dryRun: true })
  expect(JSON.parse(person.out).erased.length).toBeGreaterThan(0)
  expect((await admin('erase', ...acme)).err).toMatch(
    /^subject: give a verificationId, or the phone or idNumber of a person\n$/,
  )
  const lines = world.logLines.filter(line => line.includes('admin.command') && line.includes(`${id}`))
  expect(lines.map(line => logged(line).result)).toEqual(['dry-run', undefined, undefined])
})

it('finds a person, exports what is kept, and knows what was erased, to erase it once more', async () => {
  const since = new Date().toISOString()
  const [id, other] = [await completed('5 Exported Street'), await completed('6 Exported Street')]
  const found = await answered('find', ...acme, '--phone', '0803 123 4567')
  const idsOf = (list: readonly { readonly verificationId: number }[]) =>
    list.map(({ verificationId }) => verificationId)
  expect(idsOf(found.found)).toEqual(expect.arrayContaining([id, other]))
  expect(found.next).toBe(null)
  const none = { code: 1, out: '', err: '--verification: there is no such verification or look-up\n' }
  expect(await admin('find', ...acme, '--verification', '7')).toEqual(none)

  const out = join(tmpdir(), `export-${id}.zip`)
  const one = [...acme, '--verification', `${id}`]
  const exported = await admin('export', ...one, '--out', out)
  expect([exported.code, exported.err]).toEqual([0, ''])
  expect(exported.out).toMatch(/^verificationId +product +requestedAt +files +bytes +erasedAt\n/)
  expect(exported.out).not.toContain('Exported Street')
  expect(readFileSync(out).subarray(0, 2).toString()).toBe('PK')
  expect((await admin('export', ...one, '--out', out)).err).toBe(
    `${out} is there already, and is not written over\n`,
  )
  rmSync(out)
  expect(await admin('export', ...acme, '--verification', '7', '--out', out)).toEqual(none)
  expect(existsSync(out)).toBe(false)

  await answered('erase', ...one, '--yes')
  const { erased } = await answered('erasures list', '--since', since)
  expect(erased).toEqual([{ organisationId, mode: 'test', verificationId: id, erasedAt: expect.any(String) }])
  const [mark] = erased
  for (const words of [[], ['--yes'], ['--yes']]) {
    const { code, out } = await admin('erasures repeat', '--since', since, '--json', ...words)
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { dryRun: words.length === 0, erased: [{ ...mark, found: 'tombstone' }] },
    ])
  }
  expect((await client.get(`/v1/addresses/${other}`)).status).toBe(200)
})

it('shows a trail, and checks it once it is saved', async () => {
  const { body } = await (await world.client('local-live')).post(
    '/v1/addresses',
    addressOrder({ street: '4 Trail Street' }),
  )
  const live = [...organisation, '--mode', 'live', '--verification', `${body.id}`]
  await admin('verifications decide', ...live, '--outcome', 'verified')
  const saved = await eventually(async () => {
    const shown = await admin('trail show', ...live, '--json')
    return shown.out.includes('"told"') && shown
  }, 'the event to be told')
  const file = join(tmpdir(), `trail-${body.id}.json`)
  writeFileSync(file, saved.out)
  const unproven = await admin('trail check', '--file', file)
  expect(unproven).toMatchObject({ code: 1, err: expect.stringMatching(/^unproven: 2 entries, .*\n2:/) })
  const anchor = unproven.err.trim().split('\n').at(-1)!
  expect(await answered('trail check', '--file', file, '--place', anchor)).toEqual({
    ok: true,
    entries: 2,
    last: anchor,
  })
  writeFileSync(file, saved.out.replace('"decided"', '"cancelled"'))
  expect(await admin('trail check', '--file', file)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^broken at entry 1/),
  })
  expect((await admin('trail show', ...live)).out).toMatch(/^n +at +what +by\n1 +\S+ +decided +operator\n/)
})
