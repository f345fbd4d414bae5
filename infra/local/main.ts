/**
 * `npm start`: says what it does, refuses what cannot work before anything is built, then hosts the stage `local`.
 * What takes seconds to load is loaded after the first lines are out.
 */
import { type EmulatorResources, acquireResources } from '../emulator/emulator-resources.ts'
import { lastMessages } from '../emulator/messages/sent-messages.ts'
import { checkRegularly } from './checks.ts'
import { lateFolderLine } from './clock.ts'
import { failPlainly } from './command-line.ts'
import { fileHandleLimit, requireFileHandles } from './file-handles.ts'
import { endOnSignal } from './interrupt.ts'
import { readStartOptions, type StartOptions, startHelp } from './options.ts'
import { openPage } from './page/page.ts'
import { isRequestLog } from './request-log.ts'
import { welcome } from './welcome.ts'

/** A look-up may take 30 seconds of the gateway's, a delivery 15. */
const graceMilliseconds = 30_000

/** On the page. */
const shownMessages = 10

const say = (line: string): void => console.log(line)

/** The end of a laptop that cannot go on. What it has accepted is in the folder already, so it need not end gently. */
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

/** What neither this nor the region has caught is the end, too, in words. */
const endUnexpected = (onBreakdown: (reason: string) => void): void => {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, error =>
      onBreakdown(`An error that nobody expected: ${(error as Error)?.stack ?? error}`),
    )
}

/** Refuses what cannot work: before anything is built, in one line. */
const prepare = async ({ port, dataDirectory }: StartOptions, limit: number): Promise<EmulatorResources> => {
  requireFileHandles(limit)
  const given = dataDirectory === undefined ? {} : { dataDirectory }
  const front = openPage(() => lastMessages(ground.data.outboxFolder, shownMessages))
  const ground = await acquireResources({ port, front, ...given })
  const { folder, lastUsedAt } = ground.data
  say(`  ${folder === undefined ? 'data in memory: --data DIR keeps it' : `data in ${folder}`}`)
  const late = lateFolderLine(lastUsedAt, Date.now())
  if (late !== undefined) say(`  ${late}`)
  return ground
}

const host = async (
  ground: EmulatorResources,
  { watch, verbose }: StartOptions,
  onBreakdown: (reason: string) => void,
) => {
  // Seeding a folder that was seeded before is refused, in many words.
  let isSeeded = false
  const { startLocalEnvironment: startLaptop } = await import('./local-environment.ts')
  const laptop = await startLaptop({
    ground,
    watch,
    say: line => say(`  ${line}`),
    writeLog: line => (verbose || (isSeeded && !isRequestLog(line))) && say(line),
    onBreakdown,
  })
  isSeeded = true
  return laptop
}

const start = async (options: StartOptions): Promise<void> => {
  say(`verification service on this machine, Node ${process.versions.node}`)
  const limit = fileHandleLimit()
  const ground = await prepare(options, limit)
  const onBreakdown = breakDown(ground.data.folder)
  endUnexpected(onBreakdown)
  const laptop = await host(ground, options, onBreakdown)
  const stopChecking = checkRegularly({ data: ground.data, handleLimit: limit, say, onBreakdown })
  endOnSignal(async () => {
    say('ending: what is under way may finish; Ctrl-C again ends at once')
    stopChecking()
    await laptop.stop(graceMilliseconds)
  })
  // Last: whoever reads that it is ready may end it at once, and cleanly.
  say(welcome(laptop.url, laptop.simulatorUrl, ground.data.outboxFolder))
}

try {
  const options = readStartOptions()
  if (options === undefined) say(startHelp)
  else await start(options)
} catch (error) {
  failPlainly(error, 'npm start -- --help')
}
