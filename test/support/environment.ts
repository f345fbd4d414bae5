import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, type EmulatorOptions, startEmulator } from '../../infra/emulator/emulator.ts'
import { type RegistrySimulator, startRegistrySimulator } from '../../infra/local/registry-simulator.ts'
import { openLocalData, secretOf, seed, seededClients } from '../../infra/local/seed.ts'
import { localPlace } from '../../infra/release/formats.ts'
import type { StageSettings } from '../../infra/stage-settings.ts'
import { stages } from '../../infra/stages.ts'
import { notedGrants } from '../grants/notes.ts'
import { type ApiClient, apiClient } from './api-client.ts'
import { assemble } from './assembled-once.ts'
import { type CustomerAccounts, openCustomerAccounts } from './customer-accounts.ts'
import { freePort } from './free-port.ts'
import { assertLedgerAgrees } from './ledger.ts'
import { openReceiver, type Receiver, type Respond } from './receiver.ts'

export interface WorldOptions {
  /** Differences from the stage `local`; test runs retry after a second and are visited at once. */
  readonly settings?: Partial<StageSettings>
  readonly dataDirectory?: string
  /** What is done to the assembly before it is hosted. */
  readonly prepare?: (assembly: string) => void
  /** Hears what functions do in place of the test run, which fails if one is denied anything. */
  readonly witness?: NonNullable<EmulatorOptions['witness']>
}

/** The service on the emulator, seeded, with its whole output. */
export interface World extends AsyncDisposable {
  readonly url: string
  readonly emulator: Emulator
  /** The registries of live mode. */
  readonly simulator: RegistrySimulator
  /** Customers' AWS accounts. */
  readonly customers: CustomerAccounts
  /** Every line that any function printed. */
  readonly logLines: readonly string[]
  /** Whose clients all are that `client` answers, but `other-test`. */
  readonly organisationId: number
  /** A client that has signed in; `secret` is the seeded one. */
  client(clientId?: string): Promise<ApiClient>
  /** What an operator does by the administer function; answers what it answers. */
  administer(command: object): Promise<unknown>
  /** A real HTTP receiver of webhooks on this machine. */
  receiver(respond?: Respond): Promise<Receiver>
}

/**
 * Patient enough to fail three times, quick enough to be waited for. A rejection takes two
 * people, an agent may hold the visits of all files of a worker, and no visit is looked at again by chance.
 */
export const quickly: Partial<StageSettings> = {
  webhooks: { ...stages.local.webhooks, retryScheduleSeconds: [1, 1, 1, 1] },
  verification: { ...stages.local.verification, simulatedAgentDelaySeconds: 0 },
  lookups: { ...stages.local.lookups, retrySeconds: [1] },
  fieldwork: {
    ...stages.local.fieldwork,
    fourEyes: true,
    secondReviewShare: 0,
    claimsPerAgent: 1000,
    backCheckShare: 0,
  },
}

/** Synthesises the stage `local` with these settings and hosts it, as `npm start` does, on a free port. */
const startOwnWorld = async ({ settings, dataDirectory, prepare, witness }: WorldOptions): Promise<World> => {
  const cleanup = new AsyncDisposableStack()
  const assembly = mkdtempSync(join(tmpdir(), 'verification-test-'))
  cleanup.defer(() => rmSync(assembly, { recursive: true, force: true }))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const simulator = await startRegistrySimulator()
  cleanup.defer(() => simulator.stop())
  await assemble(assembly, { service: url, registries: simulator.url }, { ...quickly, ...settings })
  prepare?.(assembly)
  const logLines: string[] = []
  let customers: CustomerAccounts | undefined
  const emulator = await startEmulator({
    assembly,
    port,
    record: true,
    // A start costs a tenth of a second: files that come later find what earlier ones used.
    warm: { maximum: 128, idleSeconds: 600 },
    writeLog: line => logLines.push(line),
    openCustomers: sqs => {
      customers = openCustomerAccounts(sqs)
      return customers
    },
    beforeWork: openLocalData(localPlace('This world')),
    ...(dataDirectory && { dataDirectory }),
    ...(witness ? { witness } : notedGrants()),
  })
  cleanup.defer(() => emulator.stop())
  await seed(emulator)
  // Whatever a journey did, what was charged stands in the ledger to the last naira.
  cleanup.defer(() => assertLedgerAgrees(emulator))
  return {
    url: emulator.url,
    emulator,
    simulator,
    customers: customers!,
    logLines,
    organisationId: 1,
    client: async (clientId = 'local-test') => apiClient(emulator.url, clientId, secretOf(clientId)),
    administer: command => emulator.invoke(emulator.outputs.AdministerFunction!, command),
    receiver: async respond => cleanup.use(await openReceiver(respond)),
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

/** The first and second organisation of a journey, by the ids that they have where it runs. */
interface Organisation {
  readonly id: number
}

/** What a journey says of the first and second organisation, said of those that it has. */
const addressed = (command: object, organisations: readonly Organisation[]): object => {
  const { organisationId } = command as { organisationId?: number }
  const organisation = organisationId === undefined ? undefined : organisations[organisationId - 1]
  return organisation ? { ...command, organisationId: organisation.id } : command
}

/**
 * Two new organisations on a stage that is there already, and the seeded clients that are asked for, onboarded when they
 * are. Whoever has had it leaves no client behind. @param secretFor drawn where it answers none
 */
export const openTenancy = async (
  { url, administer: invoke }: Pick<World, 'url' | 'administer'>,
  secretFor: (clientId: string) => string | undefined,
) => {
  const cleanup = new AsyncDisposableStack()
  const organisations: Organisation[] = []
  for (const name of ['First organisation', 'Second organisation'])
    organisations.push((await invoke({ command: 'createOrganisation', name })) as Organisation)
  const clients = new Map<string, Promise<ApiClient>>()
  const administer: World['administer'] = async command => {
    const answer = await invoke(addressed(command, organisations))
    const { clientId } = answer as { clientId?: string }
    const isNew = (command as { command?: string }).command === 'createClient'
    // A journey may have removed it itself.
    if (isNew) cleanup.defer(() => invoke({ command: 'removeClient', clientId }).then(noop, noop))
    return answer
  }
  const onboard = async (clientId: string): Promise<ApiClient> => {
    const seeded = seededClients.find(one => one.clientId === clientId)!
    const command = { command: 'createClient', ...seeded, secret: secretFor(clientId) }
    const { secret } = (await administer(command)) as { secret: string }
    return apiClient(url, clientId, secret)
  }
  return {
    url,
    administer,
    organisations: organisations.map(({ id }) => id),
    organisationId: organisations[0]!.id,
    client: (clientId = 'local-test') => {
      const client = clients.get(clientId) ?? onboard(clientId)
      clients.set(clientId, client)
      return client
    },
    receiver: async (respond?: Respond) => cleanup.use(await openReceiver(respond)),
    cleanup,
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

const noop = () => {}

let shared: Promise<World> | undefined

/** People are the operator's, and stay; clients come and go with the files. */
const startEmptyWorld = async (): Promise<World> => {
  const world = await startOwnWorld({})
  for (const { clientId } of seededClients) await world.administer({ command: 'removeClient', clientId })
  return world
}

/** A tenancy in the emulator of this worker, which ends with the worker. */
const joinSharedWorld = async (): Promise<World> => {
  shared ??= startEmptyWorld()
  const { emulator, simulator, customers, logLines } = await shared
  const tenancy = await openTenancy(await shared, secretOf)
  const before = { recorded: emulator.recorded.length, logLines: logLines.length }
  // Whatever a journey did, what was charged stands in the ledger to the last naira.
  tenancy.cleanup.defer(() => assertLedgerAgrees(emulator, tenancy.organisations))
  return {
    ...tenancy,
    simulator,
    customers,
    emulator: {
      ...emulator,
      get recorded() {
        return emulator.recorded.slice(before.recorded)
      },
    },
    get logLines() {
      return logLines.slice(before.logLines)
    },
  }
}

let hosts = {
  start: (options: WorldOptions): Promise<World> => startOwnWorld(options),
  join: joinSharedWorld,
}

/** Has worlds hosted by somebody else: a rehearsal, which has deployed a stage. */
export const hostWorldsBy = (start: (options: WorldOptions) => Promise<World>): void => {
  hosts = { start, join: () => start({}) }
}

/** A world on an emulator of its own, for who wants other settings, stops it, or counts all that is in it. */
export const startWorld = (options: WorldOptions = {}): Promise<World> => hosts.start(options)

/** Organisations of its own in the world that the files of a worker share, gone after the file's last test: what it finds there may be others'. */
export const joinWorld = async (): Promise<World> => {
  const world = await hosts.join()
  // Loaded here, since benches start worlds without vitest.
  const { afterAll } = await import('vitest')
  afterAll(() => world[Symbol.asyncDispose]())
  return world
}
