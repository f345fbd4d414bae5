import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('.github/workflows/*.yml', { cwd: root }).sort()
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

it('are these', () => {
  expect(files.map(file => file.split('/').at(-1))).toEqual([
    'deploy-stage.yml',
    'deploy.yml',
    'drift.yml',
    'pull-request.yml',
  ])
})

describe.each(files)('%s', file => {
  const text = textOf(file)

  it('takes actions of others by the digest of one commit', () => {
    const used = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(([, action]) => !action!.startsWith('./'))
    for (const [, action, rest] of used) {
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/)
      expect(rest).toMatch(/^ # v\d+\.\d+\.\d+$/)
    }
  })

  it('knows no stored key, and may read by itself and no more', () => {
    expect(text).not.toMatch(/secrets\.|AWS_ACCESS_KEY|AWS_SECRET/)
    expect(text).toMatch(/^permissions:\n {2}contents: read\n$/m)
    expect(text).not.toMatch(/pull_request_target|contents: write/)
  })

  it('puts nothing that others write into a command', () => {
    const commands = [...text.matchAll(/run: (?:\|\n((?: {10}.*\n)+)|(.*))/g)].map(each => each[0])
    for (const command of commands) expect(command).not.toContain('${{')
  })

  it('names every stage that is deployed', () => {
    const deployed = Object.keys(stages).filter(stage => stage !== 'local')
    const named = /stage: \[(.*)\]|for stage in (.*); do/.exec(text)?.slice(1).join('').split(/,? /)
    if (named) expect(named).toEqual(deployed)
  })
})

it('deploys stage after stage, each after the one before', () => {
  const steps = [...textOf('.github/workflows/deploy.yml').matchAll(/^ {2}(\w+):\n(?: {4}needs: (\w+)\n)?/gm)]
  const order = steps.map(([, job, needs]) => [job, needs]).slice(-5)
  expect(order).toEqual([
    ['checks', undefined],
    ['build', 'checks'],
    ['dev', 'build'],
    ['staging', 'dev'],
    ['prod', 'staging'],
  ])
})

it('walks a test verification through a stage that it has deployed, before the next one', () => {
  const text = textOf('.github/workflows/deploy-stage.yml')
  const commands = [...text.matchAll(/^ +(?:- )?run: (.*)$/gm)].map(([, command]) => command)
  expect(commands.slice(-2)).toEqual([
    'npm run deploy -- -c stage="$STAGE" --app ".build/release/assembly/$STAGE"',
    'npm run admin -- walk --stage "$STAGE"',
  ])
  // What fails ends its job, and the next stage needs the job.
  expect(text).not.toMatch(/continue-on-error|if: .*(always|failure)\(/)
})

it('builds once what all stages get, and nothing when one is deployed', () => {
  const [build, stage] = ['deploy', 'deploy-stage'].map(name => textOf(`.github/workflows/${name}.yml`))
  expect(build!.match(/cdk synth|npm run release/g)).toEqual(['npm run release', 'cdk synth'])
  expect(build).toContain('-o ".build/release/assembly/$stage"')
  expect(stage).not.toContain('synth')
  const [[, uploaded], [, downloaded]] = [build!, stage!].map(
    text => /(?:up|down)load-artifact@[\s\S]*?name: release\n {10}path: (\S+)/.exec(text)!,
  ) as [RegExpExecArray, RegExpExecArray]
  expect([uploaded, downloaded]).toEqual(['.build/release', '.build/release'])
})

describe('the tests of a pull request', () => {
  const text = textOf('.github/workflows/pull-request.yml')
  const [, shards = ''] = /^ {8}shard: \[(.*)\]$/m.exec(text) ?? []
  const commands = [...text.matchAll(/run: (npm run test:all.*)$/gm)].map(([, command]) => command!)

  it('run in as many parts as they are divided into', () => {
    const count = shards.split(', ').length
    expect(shards).toBe(Array.from({ length: count }, (_, before) => before + 1).join(', '))
    expect(commands).toEqual([`npm run test:all -- --shard "$SHARD/${count}"`, 'npm run test:all -- --join'])
  })

  it('are joined where the shards’ folder is put together, and also where one of them failed', () => {
    const [, uploaded, downloaded] =
      /upload-artifact@[\s\S]*?path: (\S+)[\s\S]*download-artifact@[\s\S]*?path: (\S+)/.exec(text) ?? []
    expect([uploaded, downloaded]).toEqual(['.build/tests/shards', '.build/tests/shards'])
    expect(text).toMatch(/^ {2}tests:\n {4}needs: shards\n {4}if: \$\{\{ !cancelled\(\) \}\}$/m)
  })
})
