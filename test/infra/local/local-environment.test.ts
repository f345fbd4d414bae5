import { execFileSync } from 'node:child_process'
import { afterAll, expect, it } from 'vitest'
import { version } from '../../../infra/version.ts'
import { eventually } from '../../support/eventually.ts'
import { openLocalData, signInLocally, start } from './local-data.ts'
import { interrupt, patience, runService } from './local-process.ts'

const { data, order, countFound, remove } = openLocalData()
afterAll(remove)

it(
  'says what it does, then how to go on, and no line a request; Ctrl-C lets what is under way finish',
  async () => {
    await using service = await runService(['--data', data])
    const { url, simulatorUrl } = service
    const lines = service.output().trimEnd().split('\n')
    const timed = lines.map(line => line.replace(/ +\d+\.\d s/, ' … s'))
    expect(timed.slice(0, 8)).toEqual([
      `verification service ${version} on this machine, Node ${process.versions.node}`,
      `  data in ${data}`,
      ' … s  loading the emulator',
      ' … s  bundling the functions, rendering the guides',
      ' … s  making the templates',
      ' … s  starting the table’s engine and the emulator',
      ' … s  creating clients and people',
      `ready ${url} after … s`,
    ])
    expect(lines.at(-1)).toContain('"applicant"')
    expect(service.output()).toContain('local-test / local-test-secret')

    expect(await order(url, 'First')).toBe(true)
    expect(service.output().trimEnd().split('\n')).toHaveLength(lines.length)

    const port = new URL(url).port
    const taken = await start([], { env: { PORT: port } })
    expect(taken).toMatchObject({ code: 1, output: expect.stringContaining(`port ${port} is taken`) })
    expect(taken.output).not.toContain('loading')
    const shared = await start(['--data', data])
    expect(shared).toMatchObject({ code: 1, output: expect.stringContaining(`${data} is in use by another`) })

    const client = await signInLocally(url, 'local-live')
    await fetch(`${simulatorUrl}/control`, {
      method: 'POST',
      body: '{"behaviour":"answer","latencyMs":1500}',
    })
    const lookUp = client.post('/v1/ng/identities/nin/12345678911', {
      firstname: 'Adaeze',
      lastname: 'Okonkwo',
    })
    await eventually(async () => {
      const { calls } = (await (await fetch(`${simulatorUrl}/control`)).json()) as { calls: object }
      return Object.values(calls).some(count => count > 0)
    }, 'the question at the registry')
    interrupt(service)
    expect((await lookUp).status).toBe(200)
    expect(await service.ended).toBe(0)
    await expect(fetch(`${url}/v1/health`)).rejects.toThrow()
  },
  patience,
)

it(
  'ends when its engine is gone, and has lost nothing',
  async () => {
    await using service = await runService(['--data', data])
    expect(await countFound(service.url)).toBe(1)
    expect(await order(service.url, 'Second')).toBe(true)
    const engines = execFileSync('ps', ['-eo', 'pid,args']).toString().split('\n')
    const engine = engines.find(
      line =>
        line.includes(`dynoxide --port`) && line.includes(`${data}/tables.db`) && !line.includes('/bin/sh'),
    )
    process.kill(Number.parseInt(engine!, 10), 'SIGKILL')
    expect(await service.ended).toBe(1)
    expect(service.output()).toContain("The table's engine ended (signal 9)")
    expect(service.output()).toContain(`the next start with --data ${data} goes on with it`)
  },
  patience,
)
