import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, type EmulatorOptions, startEmulator } from '../../infra/emulator/emulator.ts'
import { freePort } from '../../infra/emulator/server.ts'
import { type RegistrySimulator, startRegistrySimulator } from '../../infra/local/registry-simulator.ts'
import { secretOf, seed } from '../../infra/local/seed.ts'
import { type Stage, stages } from '../../infra/stages.ts'
import { notedGrants } from '../grants/notes.ts'
import { type ApiClient, apiClient } from './api-client.ts'
import { assemble } from './assembled-once.ts'
import { assertLedgerAgrees } from './ledger.ts'
import { openReceiver, type Receiver, type Respond } from './receiver.ts'

export interface WorldOptions {
  /** Differences from the stage `local`; test runs retry after a second and are visited at once. */
  readonly settings?: Partial<Stage>
  readonly dataDirectory?: string
  /** What is done to the assembly before it is hosted. */
  readonly prepare?: (assembly: string) => void
  /** Hears what functions do in place of the test run, which fails if one is denied anything. */
  readonly witness?: NonNullable<EmulatorOptions['witness']>
}

/** The service on the emulator, seeded, with its whole output. */
export interface World extends AsyncDisposable {
  readonly url: string
  readonly region: Emulator
  /** The registries of live mode. */
  readonly simulator: RegistrySimulator
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

/** Patient enough to fail three times, quick enough to be waited for. */
export const quickly: Partial<Stage> = {
  webhooks: { ...stages.local.webhooks, retryScheduleSeconds: [1, 1, 1, 1] },
  verification: { ...stages.local.verification, simulatedAgentDelaySeconds: 0 },
  lookups: { ...stages.local.lookups, retrySeconds: [1] },
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
  const region = await startEmulator({
    assembly,
    port,
    record: true,
    writeLog: line => logLines.push(line),
    ...(dataDirectory && { dataDirectory }),
    ...(witness ? { witness } : notedGrants()),
  })
  cleanup.defer(() => region.stop())
  await seed(region)
  // Whatever a journey did, what was charged stands in the ledger to the last naira.
  cleanup.defer(() => assertLedgerAgrees(region))
  return {
    url: region.url,
    region,
    simulator,
    logLines,
    organisationId: 1,
    client: async (clientId = 'local-test') => apiClient(region.url, clientId, secretOf(clientId)),
    administer: command => region.invoke(region.outputs.AdministerFunction!, command),
    receiver: async respond => cleanup.use(await openReceiver(respond)),
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

let start = startOwnWorld

/** Has worlds hosted by somebody else: a rehearsal, which has deployed a stage. */
export const hostWorldsBy = (host: typeof start): void => {
  start = host
}

/** A world on a region of its own, or where the run says. */
export const startWorld = (options: WorldOptions = {}): Promise<World> => start(options)
