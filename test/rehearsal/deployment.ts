import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type StageName, stages } from '../../infra/stages.ts'
import { resourcesIn } from './assembly.ts'
import { cdk } from './command-line.ts'
import type { DeployedStage } from './deployed-stage.ts'
import { type Door, openDoor } from './door.ts'
import { adapt } from './exceptions.ts'
import { lambdaApi } from './lambda-api.ts'
import { account, type MiniStack, region } from './ministack.ts'

/** A stage with its door, and what deploying it took. */
export interface Deployment {
  readonly stage: DeployedStage
  readonly door: Door
  readonly resources: number
  readonly seconds: { readonly synthesis: number; readonly deployment: number }
}

/** Answers how many seconds it took. */
const timed = async (work: () => Promise<void>): Promise<number> => {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1000
}

/** Prepares the account as an operator does once. Answers how many seconds it took. */
export const bootstrap = ({ environment }: MiniStack): Promise<number> =>
  timed(() => cdk(['bootstrap', `aws://${account}/${region}`], environment))

const outputsIn = (file: string): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>))

/** Synthesises a stage into a folder, or takes what was synthesised before, and deploys it whole. */
export const deploy = async (
  miniStack: MiniStack,
  name: StageName,
  folder: string,
  synthesised?: string,
): Promise<Deployment> => {
  const { endpoint, environment } = miniStack
  const assembly = join(folder, name)
  const outputsFile = join(folder, `${name}.outputs.json`)
  rmSync(assembly, { recursive: true, force: true })
  const synthesis = await timed(async () =>
    synthesised
      ? cpSync(synthesised, assembly, { recursive: true })
      : cdk(['synth', '--quiet', '-c', `stage=${name}`, '-o', assembly], environment),
  )
  const resources = resourcesIn(assembly)
  adapt(assembly)
  const words = ['deploy', '--all', '--app', assembly, '--require-approval', 'never']
  const deployment = await timed(() => cdk([...words, '--outputs-file', outputsFile], environment))
  const outputs = outputsIn(outputsFile)
  const door = await openDoor(endpoint, outputs.ApiId!)
  const environments = await lambdaApi(endpoint).environments(stages[name].prefix)
  return {
    stage: { name, endpoint, url: door.url, outputs, environments },
    door,
    resources,
    seconds: { synthesis, deployment },
  }
}
