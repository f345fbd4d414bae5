import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fetchDynamoDbLocal, runDynamoDbLocal } from '../../infra/emulator/dynamodb/dynamodb-local.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'

/*
 * The rooms' tests of the table on Amazon's own DynamoDB Local, in the place of the engine that they run on else:
 * `npm run table`. Where Java or Maven is missing, or the jars cannot be fetched, it is skipped: that is no success by hand (2), and none of CI's business (0).
 */

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const jars = join(root, '.build/dynamodb-local')

const fetchJars = async (): Promise<boolean> => {
  try {
    await run('java', ['-version'])
    const [maven, ...copy] = fetchDynamoDbLocal(jars)
    await run(maven, [...copy, '-B'], { cwd: root, timeout: 300_000 })
    return true
  } catch (error) {
    console.error((error as Error).message.slice(-2000))
    return false
  }
}

const tests = (): string[] =>
  globSync('test/shared/**/*.test.ts', { cwd: root }).filter(file =>
    /start(Table|Stage|RecordedTable)\(/.test(readFileSync(join(root, file), 'utf8')),
  )

const openTable = async () => {
  const port = await freePort()
  const [java, ...words] = runDynamoDbLocal(jars, port)
  const child = spawn(java, words, { cwd: jars, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(url).then(
      () => true,
      () => child.exitCode !== null,
    )
  await eventually(answers, 'DynamoDB Local')
  return { url, [Symbol.dispose]: () => void child.kill() }
}

const judge = async (): Promise<number> => {
  using table = await openTable()
  // Every worker's table has the same name.
  const vitest = ['run', '--config', 'test/rooms/vitest.config.ts', '--maxWorkers', '1']
  const child = spawn(join(root, 'node_modules/.bin/vitest'), [...vitest, '--reporter', 'dot', ...tests()], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DYNAMODB_ENDPOINT: table.url },
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

const skip = (): number => {
  console.log('DynamoDB Local: skipped')
  return process.env.CI ? 0 : 2
}

process.exitCode = (await fetchJars()) ? await judge() : skip()
