/**
 * `npm start`: refuses what cannot work before anything is built, then hosts the stage `local`. Slow modules are
 * loaded after the first lines of output.
 */
import { requireDynamoDbEngine } from '../emulator/dynamodb/dynamodb-engine.ts'
import { acquireResources, type EmulatorResources } from '../emulator/emulator-resources.ts'
import { lastMessages } from '../emulator/messages.ts'
import { version } from '../version.ts'
import { checkRegularly, fileHandleLimit, lateFolderLine, requireFileHandles } from './checks.ts'
import { endOnSignal } from './interrupt.ts'
import { failPlainly, readStartOptions, type StartOptions, startHelp } from './options.ts'
import { openPage } from './page/page.ts'
import { isRequestLog, welcome } from './welcome.ts'

/** A look-up may take 30 seconds, a delivery 15. */
const graceMilliseconds = 30_000

const shownMessages = 10

const say = (line: string): void => console.log(line)

/** Since this process began. */
const elapsed = (): string => `${(performance.now() / 1000).toFixed(1)} s`

const begin = (step: string): void => say(`  ${elapsed().padStart(6)}  ${step}`)

/** Accepted data is in the folder already, so the process may exit at once. */
const breakDown =
  (folder: string | undefined) =>
  (reason: string): void => {
    const kept =
      folder === undefined
        ? 'All data was in memory and is gone; --data DIR keeps it.'
        : `What was accepted is in ${folder}, and the next start with --data ${folder} goes on with it.`
    console.error(`\n${reason}\nThe service cannot go on and ends. ${kept}`)
    process.exit(1)
  }

const endUnexpected = (onBreakdown: (reason: string) => void): void => {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, error =>
      onBreakdown(`An error that nobody expected: ${(error as Error)?.stack ?? error}`),
    )
}

const prepare = async ({ port, dataDirectory }: StartOptions, limit: number): Promise<EmulatorResources> => {
  requireFileHandles(limit)
  requireDynamoDbEngine()
  const given = dataDirectory === undefined ? {} : { dataDirectory }
  const front = openPage(() => lastMessages(resources.data.outboxFolder, shownMessages))
  const resources = await acquireResources({ port, front, ...given })
  const { folder, lastUsedAt } = resources.data
  say(`  ${folder === undefined ? 'data in memory: --data DIR keeps it' : `data in ${folder}`}`)
  const late = lateFolderLine(lastUsedAt, Date.now())
  if (late !== undefined) say(`  ${late}`)
  return resources
}

const host = async (
  resources: EmulatorResources,
  { watch, verbose }: StartOptions,
  onBreakdown: (reason: string) => void,
) => {
  // Seeding a folder a second time logs refusals.
  let isSeeded = false
  begin('loading the emulator')
  const { startLocalEnvironment } = await import('./local-environment.ts')
  const service = await startLocalEnvironment({
    resources,
    watch,
    begin,
    say: line => say(`  ${line}`),
    writeLog: line => (verbose || (isSeeded && !isRequestLog(line))) && say(line),
    onBreakdown,
  })
  isSeeded = true
  return service
}

const start = async (options: StartOptions): Promise<void> => {
  say(`verification service ${version} on this machine, Node ${process.versions.node}`)
  const limit = fileHandleLimit()
  const resources = await prepare(options, limit)
  const onBreakdown = breakDown(resources.data.folder)
  endUnexpected(onBreakdown)
  const service = await host(resources, options, onBreakdown)
  const stopChecking = checkRegularly({ data: resources.data, handleLimit: limit, say, onBreakdown })
  endOnSignal(async () => {
    say('ending: what is under way may finish; Ctrl-C again ends at once')
    stopChecking()
    await service.stop(graceMilliseconds)
  })
  // Last: a reader of "ready" may stop it at once, cleanly.
  const next = welcome(service.url, service.simulatorUrl, resources.data.outboxFolder)
  say(`ready ${service.url} after ${elapsed()}\n\n${next}`)
}

try {
  const options = readStartOptions()
  if (options === undefined) say(startHelp)
  else await start(options)
} catch (error) {
  failPlainly(error, 'npm start -- --help')
}
