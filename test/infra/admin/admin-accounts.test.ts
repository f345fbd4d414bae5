import { expect, it } from 'vitest'
import { isOperationsScope } from '../../../shared/account/contract.ts'
import { scopes } from '../../../shared/scopes.ts'
import { apiClient, call } from '../../support/api-client.ts'
import { joinWorld } from '../../support/environment.ts'
import { signIn } from '../../support/sign-in.ts'
import { logged, openCommands } from './commands.ts'

const customers = scopes.filter(scope => !isOperationsScope(scope))

const { world, organisation, acme, admin, answered, completed } = await openCommands(await joinWorld())
const { organisationId } = world

it('sets and removes the address for alerts about an organisation’s endpoints', async () => {
  const address = async () =>
    (await answered('organisations list')).organisations.find(
      ({ id }: { id: number }) => id === organisationId,
    ).alertAddress
  expect(await answered('organisations alerts', ...organisation, '--mail', 'ops@acme.example')).toEqual({
    organisationId,
    alertAddress: 'ops@acme.example',
  })
  expect(await address()).toBe('ops@acme.example')
  expect((await admin('organisations alerts', ...organisation, '--mail', 'ops, boss')).code).toBe(2)
  expect(await answered('organisations alerts', ...organisation)).toEqual({
    organisationId,
    alertAddress: null,
  })
  expect(await address()).toBeUndefined()
  expect((await admin('organisations alerts', '--organisation', '999')).err).toContain('no such organisation')
})

it('makes organisations and lists them, as a table or exactly as the function answers', async () => {
  const made = await answered('organisations create', '--name', 'Umbrella Corporation')
  expect(made).toEqual({
    id: expect.any(Number),
    name: 'Umbrella Corporation',
    createdAt: expect.any(String),
  })
  const listed = await admin('organisations list', '--json')
  const answer = await world.administer({ command: 'listOrganisations' })
  expect(listed).toEqual({ code: 0, out: `${JSON.stringify(answer, null, 2)}\n`, err: '' })
  const table = await admin('organisations list')
  const [head, first] = table.out.split('\n')
  expect(head).toMatch(/^id +name +createdAt +alertAddress +suspendedAt$/)
  expect(first).toMatch(/^1 +Local organisation +\d{4}-/)
  expect(table.out).toContain('Umbrella Corporation')
  const refused = await admin('organisations create', '--name', 'Umbrella \u001b[31m')
  expect(refused).toEqual({ code: 2, out: '', err: '--name: expected text without control characters\n' })
})

it('makes a client, whose secret is shown once and logged nowhere', async () => {
  const made = await answered(
    'clients create',
    ...acme,
    '--scopes',
    'addresses,webhooks',
    '--client',
    'made-1',
  )
  const { secret, ...shown } = made
  expect(shown).toEqual({
    clientId: 'made-1',
    organisationId,
    mode: 'test',
    scopes: ['addresses', 'webhooks'],
  })
  expect((await (await apiClient(world.url, 'made-1', secret)).get('/v1/addresses')).status).toBe(200)
  const again = await admin('clients create', ...acme, '--scopes', 'addresses', '--client', 'made-1')
  expect(again).toEqual({ code: 1, out: '', err: '--client: this client exists\n' })
  const lines = world.logLines.filter(line => line.includes('made-1') && line.includes('admin.command'))
  expect(lines).toHaveLength(1)
  expect(logged(lines[0]!)).toMatchObject({
    event: 'admin.command',
    action: 'createClient',
    clientId: 'made-1',
    organisationId,
    mode: 'test',
  })
  expect(world.logLines.filter(line => line.includes(secret))).toEqual([])
  const { clients } = await answered('clients list', ...organisation)
  expect(clients.find(({ clientId }: { clientId: string }) => clientId === 'made-1')).toEqual({
    ...shown,
    createdAt: expect.any(String),
    secretsMadeAt: [expect.any(String)],
  })
  await answered('clients create', ...acme, '--scopes', customers.join(), '--client', 'made-all')
  const table = await admin('clients list', ...organisation)
  expect(table.out).not.toMatch(/secret\b|digest/)
  for (const line of table.out.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  for (const scope of customers) expect(table.out).toContain(scope)
})

it('creates a client of the operator, which alone may have operations scopes', async () => {
  const ofOperator = ['--organisation', '0', '--mode', 'live', '--scopes', 'operations.agent']
  const { clientId } = await answered('clients create', ...ofOperator)
  const { clients } = await answered('clients list', '--organisation', '0')
  expect(clients.map((client: { clientId: string }) => client.clientId)).toContain(clientId)
  const refused = await admin('clients create', ...acme, '--scopes', 'operations.agent')
  expect(refused.err).toBe('--scopes: operations.agent are for clients of organisation 0 alone\n')
})

it('changes what a client may do, rotates its secret twice and ends its tokens twice', async () => {
  const { secret } = await answered('clients create', ...acme, '--scopes', 'addresses', '--client', 'made-2')
  const changed = await answered('clients scopes', '--client', 'made-2', '--scopes', 'employments')
  expect(changed).toEqual({ clientId: 'made-2', scopes: ['employments'] })
  const granted = await apiClient(world.url, 'made-2', secret)
  expect((await granted.get('/v1/employments')).status).toBe(200)
  expect((await granted.get('/v1/addresses')).status).toBe(403)

  const rotated = await answered('clients rotate', '--client', 'made-2')
  const last = await answered('clients rotate', '--client', 'made-2')
  expect(new Set([secret, rotated.secret, last.secret]).size).toBe(3)
  const signedIn = async (given: string) =>
    (await call(`${world.url}/v1/token`, 'POST', { body: { clientId: 'made-2', secret: given } })).status
  expect([await signedIn(secret), await signedIn(rotated.secret), await signedIn(last.secret)]).toEqual([
    401, 200, 200,
  ])

  const revoked = await apiClient(world.url, 'made-2', last.secret)
  expect(await answered('clients revoke', '--client', 'made-2')).toEqual({ clientId: 'made-2' })
  expect(await answered('clients revoke', '--client', 'made-2')).toEqual({ clientId: 'made-2' })
  expect((await revoked.get('/v1/employments')).status).toBe(401)
  const nobody = { code: 1, out: '', err: '--client: there is no such client\n' }
  expect(await admin('clients scopes', '--client', 'nobody', '--scopes', 'addresses')).toEqual(nobody)
  expect(await admin('clients rotate', '--client', 'nobody')).toEqual(nobody)
  expect(await admin('clients revoke', '--client', 'nobody')).toEqual(nobody)
})

it('suspends a client and lets it in again, each twice, and an organisation with all its clients', async () => {
  const { id } = await answered('organisations create', '--name', 'Suspended')
  const own = ['--organisation', `${id}`]
  const of = ['--client', 'made-6']
  const made = await answered('clients create', ...own, '--mode', 'test', '--scopes', 'addresses', ...of)
  const signIn = async () => {
    const credentials = { clientId: 'made-6', secret: made.secret }
    const { status, body } = await call(`${world.url}/v1/token`, 'POST', { body: credentials })
    return [status, body.code]
  }
  const isIn = [200, undefined]
  const isOut = [403, 'client_suspended']
  expect(await signIn()).toEqual(isIn)
  const suspended = await answered('clients suspend', ...of)
  expect(suspended).toEqual({ clientId: 'made-6', suspendedAt: expect.stringMatching(/Z$/) })
  expect(await answered('clients suspend', ...of)).toEqual(suspended)
  expect(await signIn()).toEqual(isOut)
  for (let time = 0; time < 2; time++)
    expect(await answered('clients resume', ...of)).toEqual({
      clientId: 'made-6',
      organisationSuspendedAt: null,
    })
  expect(await signIn()).toEqual(isIn)

  const all = await answered('organisations suspend', ...own)
  expect(all).toMatchObject({ organisationId: id, suspendedAt: expect.stringMatching(/Z$/) })
  expect((await answered('organisations suspend', ...own)).suspendedAt).toBe(all.suspendedAt)
  expect(await signIn()).toEqual(isOut)
  expect(await answered('organisations resume', ...own)).toEqual({ organisationId: id, clients: all.clients })
  expect(await signIn()).toEqual(isIn)
})

it('names the client that would be removed, removes it with --yes, and a repeat is harmless', async () => {
  const { secret } = await answered('clients create', ...acme, '--scopes', 'addresses', '--client', 'made-3')
  const dry = await admin('clients remove', '--client', 'made-3')
  expect(dry.code).toBe(0)
  expect(dry.out).toMatch(/^dryRun +true\nclientId +made-3\n/)
  expect(dry.err).toBe(
    'Nothing was removed: this shows what would be removed. clients remove … --yes removes it.\n',
  )
  const signIn = async () =>
    (await call(`${world.url}/v1/token`, 'POST', { body: { clientId: 'made-3', secret } })).status
  expect(await signIn()).toBe(200)
  const gone = { code: 0, out: 'clientId  made-3\n', err: '' }
  expect(await admin('clients remove', '--client', 'made-3', '--yes')).toEqual(gone)
  expect(await admin('clients remove', '--client', 'made-3', '--yes')).toEqual(gone)
  expect(await signIn()).toBe(401)
  expect((await admin('clients remove', '--client', 'made-3')).err).toBe(
    '--client: there is no such client\n',
  )
})

it('lists what the stage charges, and the version of the list', async () => {
  const { out } = await admin('prices list')
  expect(out).toMatch(/^product +priceNgn\n/)
  expect(out).toMatch(/^address +\d+$/m)
  expect(out).toMatch(/^version +"[0-9a-f]{12}"$/m)
})

it('limits what a client may spend, shows it, and lets it spend again, each twice', async () => {
  const capped = ['--client', 'made-4']
  await answered('clients create', ...acme, '--scopes', 'addresses', ...capped)
  const month = new Date().toISOString().slice(0, 7)
  const spent = { clientId: 'made-4', month, used: 0, spent: 0 }
  for (const _ of [1, 2])
    expect(await answered('clients cap', ...capped, '--amount', '500000')).toEqual({
      ...spent,
      spendCap: 500_000,
    })
  expect(await answered('clients spend', ...capped)).toEqual({ ...spent, spendCap: 500_000 })
  expect((await admin('clients list', ...organisation)).out).toMatch(/^made-4 .*500000/m)
  for (const _ of [1, 2]) expect(await answered('clients uncap', ...capped)).toEqual({ clientId: 'made-4' })
  expect(await answered('clients spend', ...capped)).toEqual({ ...spent, spendCap: null })
  const nobody = { code: 1, out: '', err: '--client: there is no such client\n' }
  expect(await admin('clients cap', '--client', 'nobody', '--amount', '1')).toEqual(nobody)
  expect(await admin('clients uncap', '--client', 'nobody')).toEqual(nobody)
  expect(await admin('clients spend', '--client', 'nobody')).toEqual(nobody)
  expect((await admin('clients cap', ...capped, '--amount', '-1')).code).toBe(2)
})

it('says what was charged in a month: by product, or every line, for people, scripts and spreadsheets', async () => {
  const id = await completed('7 Charged Street')
  const { prices, version } = await answered('prices list')
  const { priceNgn: amount } = prices.find(({ product }: { product: string }) => product === 'address')
  const month = ['--month', new Date().toISOString().slice(0, 7)]
  const { lines } = await answered('ledger', ...acme, ...month)
  const own = lines.find(({ verificationId }: { verificationId: number }) => verificationId === id)
  const { chargedAt, ...charged } = own
  expect(charged).toEqual({
    organisationId,
    mode: 'test',
    verificationId: id,
    product: 'address',
    rule: 'decided',
    end: 'verified',
    amount,
    currency: 'NGN',
    priceList: version,
    clientId: 'local-test',
  })
  const { out } = await admin('ledger', ...acme, ...month)
  const ofAddresses = lines.filter(({ product }: { product: string }) => product === 'address')
  const count = ofAddresses.length
  expect(out).toMatch(new RegExp(`^address +${count} +${count * amount}$`, 'm'))
  const csv = await admin('ledger', ...acme, ...month, '--csv')
  const rows = csv.out.trimEnd().split('\r\n')
  expect([csv.code, csv.err, rows.length]).toEqual([0, '', lines.length + 1])
  expect(rows.find(row => row.includes(`,${id},`))).toMatch(
    new RegExp(
      `^"${chargedAt}",${organisationId},"test",${id},"address","verified","decided","People .*",${amount},"NGN","${version}","local-test"$`,
    ),
  )
  expect(await admin('ledger', ...acme, '--month', '2020-01')).toEqual({ code: 0, out: 'none\n', err: '' })
  expect((await admin('ledger', ...acme, ...month, '--csv', '--json')).err).toBe('--csv: not beside --json\n')
  // The organisation was made this month.
  expect(await admin('ledger check', ...acme, '--month', '2020-01')).toEqual({
    code: 1,
    out: '',
    err: '(absent): the month has no seal\n',
  })
  expect(await admin('ledger check', ...acme, ...month)).toEqual({
    code: 1,
    out: '',
    err: '--month: it is sealed 3 days after its end\n',
  })
  expect((await admin('prices list', '--csv')).err).toBe('--csv: prices list knows no such option\n')
})

it('adds people, signs them out, disables them and lets them in again, each twice', async () => {
  await admin('people add', '--person', 'agent-9', '--group', 'agent')
  const person = await signIn(world, 'agent-9')
  const who = ['--person', 'agent-9']
  const listed = async () => {
    const { people } = await answered('people list')
    return people.find(({ personId }: { personId: string }) => personId === 'agent-9')
  }
  expect(await listed()).toEqual({ personId: 'agent-9', roles: ['agent'], signedInAt: expect.any(String) })
  for (const command of ['people sign-out', 'people sign-out', 'people disable', 'people disable'])
    expect(await answered(command, ...who)).toEqual({ personId: 'agent-9' })
  expect((await person.get('/v1/session')).status).toBe(401)
  expect(await listed()).toHaveProperty('disabledAt')
  await expect(signIn(world, 'agent-9')).rejects.toThrow('was not signed in')
  for (const command of ['people enable', 'people enable'])
    expect(await answered(command, ...who)).toEqual({ personId: 'agent-9' })
  await signIn(world, 'agent-9')
  expect((await admin('people disable', '--person', 'nobody')).err).toBe(
    '--person: nobody has signed in as this person\n',
  )
  const atStage = await admin('people add', ...who, '--group', 'agent', '--stage', 'prod')
  expect(atStage.code).toBe(1)
  expect(atStage.err).toContain(
    'aws cognito-idp admin-add-user-to-group --user-pool-id $POOL --username agent-9',
  )
})
