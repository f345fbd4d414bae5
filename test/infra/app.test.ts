import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stacks } from '../../infra/stacks/names.ts'
import { scratchFolder } from './synthesised.ts'

const root = join(import.meta.dirname, '../..')

/** The app is started as `node`, which must be the Node that runs this. */
const path = [dirname(process.execPath), process.env.PATH].join(delimiter)

/** Runs the CDK command line as an operator does, in a shell that knows no AWS account. */
const cdk = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'node_modules/aws-cdk/bin/cdk'), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: path, HOME: scratchFolder('home'), CDK_DISABLE_CLI_TELEMETRY: 'true' },
  })

describe('npx cdk synth', () => {
  it('makes the stage that it is told to, without an account or a network', () => {
    const output = scratchFolder('cli')
    const words = ['synth', '--quiet', '--no-notices', '-c', 'stage=local']
    const { status, stderr } = cdk(...words, '--output', output)
    expect(stderr).not.toMatch(/error/i)
    expect(status).toBe(0)
    for (const stack of stacks)
      expect(existsSync(join(output, `verification-local-${stack}.template.json`)), stack).toBe(true)
  })

  it.each(['staging', 'prod'])('says in lines that nobody reads the alarms of %s', stage => {
    const words = ['synth', '--quiet', '--no-notices', '-c', `stage=${stage}`]
    const { status, stderr } = cdk(...words, '--output', scratchFolder('unread'))
    expect(status).not.toBe(0)
    const unread = 'nobody reads these alarms: name an email address or an https address in infra/stages.ts.'
    expect(stderr).toContain(`The stage ${stage}:\nalarms.page: ${unread}\nalarms.ticket: ${unread}\n`)
    expect(stderr).not.toContain('    at ')
  })

  it('says in a line which stages there are, when it is told another', () => {
    const words = ['synth', '--quiet', '--no-notices', '-c', 'stage=nowhere']
    const { status, stderr } = cdk(...words, '--output', scratchFolder('none'))
    expect(status).not.toBe(0)
    expect(stderr).toContain(
      'There is no stage "nowhere". Pass -c stage= with one of: local, dev, staging, prod.',
    )
    expect(stderr).not.toContain('    at ')
  })
})
