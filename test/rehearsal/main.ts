import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type StageName, stages } from '../../infra/stages.ts'
import { type PythonPrograms, pythonPrograms } from '../support/python.ts'
import { resourcesIn, withIndexJs, withoutType } from './assembly.ts'
import { cdk } from './command-line.ts'
import { asVariable, type DeployedStage } from './deployed-stage.ts'
import { openDoor } from './door.ts'
import { lambdaApi } from './lambda-api.ts'
import { account, type MiniStack, miniStackPackages, region, startMiniStack } from './ministack.ts'

const folder = new URL('../../.build/rehearsal', import.meta.url).pathname
const here = (file: string): string => new URL(file, import.meta.url).pathname
const beyondLoopback = join(folder, 'beyond-loopback.txt')
const loopbackOnly = {
  NODE_OPTIONS: `--require ${here('loopback-only.cjs')}`,
  BEYOND_LOOPBACK: beyondLoopback,
}

const secondsSince = (begin: number): string => `${((performance.now() - begin) / 1000).toFixed(1)} s`

const deploy = async (miniStack: MiniStack, name: StageName): Promise<Record<string, string>> => {
  const begin = performance.now()
  const environment = { ...miniStack.environment, ...loopbackOnly }
  const assembly = join(folder, name)
  const outputsFile = join(folder, `${name}-outputs.json`)
  await cdk(['synth', '--quiet', '-c', `stage=${name}`, '-o', assembly], environment)
  const synthesised = performance.now()
  withIndexJs(assembly)
  withoutType(assembly, 'AWS::Cognito::ManagedLoginBranding')
  await cdk(
    ['deploy', '--app', assembly, '--all', '--require-approval', 'never', '--outputs-file', outputsFile],
    environment,
  )
  console.log(
    `${name}: ${resourcesIn(assembly)} resources, synthesised in ${((synthesised - begin) / 1000).toFixed(1)} s, deployed in ${secondsSince(synthesised)}`,
  )
  return Object.assign({}, ...Object.values(JSON.parse(readFileSync(outputsFile, 'utf8'))))
}

const runJourneys = async (miniStack: MiniStack, stage: DeployedStage): Promise<void> => {
  const begin = performance.now()
  const child = spawn(
    process.execPath,
    [
      here('../../node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      here('vitest.config.ts'),
      ...process.argv.slice(2),
    ],
    {
      env: { ...process.env, ...miniStack.environment, ...asVariable(stage) },
      stdio: 'inherit',
    },
  )
  await once(child, 'exit')
  console.log(`${stage.name}: journeys in ${secondsSince(begin)}`)
}

const rehearse = async (programs: PythonPrograms) => {
  await using miniStack = await startMiniStack(programs, {
    variables: loopbackOnly,
    logFile: join(folder, 'ministack.log'),
  })
  const begin = performance.now()
  await cdk(['bootstrap', `aws://${account}/${region}`], { ...miniStack.environment, ...loopbackOnly })
  console.log(`bootstrapped in ${secondsSince(begin)}`)
  for (const name of (process.env.STAGES ?? 'dev').split(',') as StageName[]) {
    const outputs = await deploy(miniStack, name)
    await using door = await openDoor(miniStack.endpoint, outputs.ApiId!)
    const environments = await lambdaApi(miniStack.endpoint).environments(stages[name].prefix)
    console.log(Object.keys(environments).length, 'functions')
    await runJourneys(miniStack, { name, endpoint: miniStack.endpoint, url: door.url, outputs, environments })
  }
}

mkdirSync(folder, { recursive: true })
rmSync(beyondLoopback, { force: true })
const programs = await pythonPrograms(join(folder, 'venv'), miniStackPackages)
if (programs) await rehearse(programs)
if (existsSync(beyondLoopback)) console.log(readFileSync(beyondLoopback, 'utf8'))
