import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { patience, runCommand, runService, runToEnd } from '../infra/local/local-process.ts'
import { apiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { addressOrder } from '../support/orders.ts'

const root = join(import.meta.dirname, '../..')

const has = (tool: string): boolean => {
  try {
    execFileSync(tool, ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What is said where no engine was published for the processor. */
const refusal = async (): Promise<string> => {
  const elsewhere = 'data:text/javascript,Object.defineProperty(process, "arch", { value: "riscv64" })'
  const env = { PATH: '/usr/bin:/bin', DYNAMODB_ENDPOINT: undefined }
  const { code, output } = await runToEnd('--import', [elsewhere, 'infra/local/main.ts'], { env })
  expect(code).toBe(1)
  expect(output).not.toContain('loading')
  return output
}

it(
  'walks an order on DynamoDB Local, by the commands that are printed where there is no other engine',
  async ({ skip }) => {
    const output = await refusal()
    expect(output).toContain(`There is no database engine for ${process.platform}-riscv64 here`)
    const missing = ['java', 'mvn'].filter(tool => !has(tool))
    if (missing.length > 0) skip(`there is no ${missing.join(' and no ')}`)
    const port = await freePort()
    using folder = mkdtempDisposableSync(join(tmpdir(), 'dynamodb-local-'))
    const commands = output
      .split('\n')
      .filter(line => line.startsWith('  '))
      .map(line => line.trim().replaceAll('8000', `${port}`).replaceAll('/tmp/dynamodb-local', folder.path))
    const [fetchJars, runEngine, startOnIt] = commands
    execFileSync('sh', ['-c', fetchJars!], { cwd: root })
    await using engine = runCommand(['sh', '-c', `exec ${runEngine!.replace(/ &$/, '')}`])
    const url = /^DYNAMODB_ENDPOINT=(\S+) npm start$/.exec(startOnIt!)![1]!
    await eventually(
      () =>
        fetch(url).then(
          () => true,
          () => engine.child.exitCode !== null,
        ),
      'DynamoDB Local',
    )

    await using service = await runService([], { env: { DYNAMODB_ENDPOINT: url } })
    const client = await apiClient(service.url, 'local-test', 'local-test-secret')
    const { body } = await client.post('/v1/addresses', addressOrder())
    const read = await eventually(async () => {
      const { body: found } = await client.get(`/v1/addresses/${body.id}`)
      return found.status.state === 'COMPLETE' && found
    }, 'the decision')
    expect(read.status).toEqual({ status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' })
  },
  patience,
)
