import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { physicalName } from '../../infra/constructs/names.ts'
import { stacks } from '../../infra/stacks/names.ts'
import { type StageName, stages } from '../../infra/stages.ts'
import { resourcesIn, withFault } from './assembly.ts'
import { cdk } from './command-line.ts'
import type { DeployedStage } from './deployed-stage.ts'
import { type Door, openDoor } from './door.ts'
import { adapt } from './exceptions.ts'
import { deployWithFaults, removeAndDeployAgain } from './faults.ts'
import { lambdaApi } from './lambda-api.ts'
import { account, type MiniStack, region } from './ministack.ts'

/** A stage with its door, and what deploying it took. */
export interface Deployment {
  readonly stage: DeployedStage
  readonly door: Door
  readonly resources: number
  readonly seconds: { readonly synthesis: number; readonly deployment: number }
  readonly problems: readonly string[]
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

/** Instead of the app that `cdk.json` names. */
const app = ['--app', 'node --import ./infra/require-node.mjs test/rehearsal/app.ts']

const isContext = (_word: string, index: number, words: readonly string[]): boolean =>
  words[index] === '-c' || words[index - 1] === '-c'

/**
 * Deploys a whole stage as `npm run deploy` does, while every stack fails once; one that keeps its data is removed and
 * deployed again.
 */
export const deploy = async (miniStack: MiniStack, name: StageName, folder: string): Promise<Deployment> => {
  const { endpoint, environment } = miniStack
  const assembly = join(folder, name)
  const outputsFile = join(folder, `${name}.outputs.json`)
  const made = new Map<string, string>()
  let synthesis = 0
  /** What is deployed differs by what is told to be incomplete. */
  const assemblyOf = async (context: readonly string[]): Promise<string> => {
    const key = context.join(' ')
    const folder = made.get(key) ?? `${assembly}-${made.size}`
    if (!made.has(key)) {
      rmSync(folder, { recursive: true, force: true })
      synthesis += await timed(() => cdk(['synth', '--quiet', ...app, ...context, '-o', folder], environment))
      made.set(key, folder)
    }
    return folder
  }
  const run = async (words: readonly string[], faults: ReadonlySet<string>): Promise<Error | undefined> => {
    const source = await assemblyOf(words.filter(isContext))
    rmSync(assembly, { recursive: true, force: true })
    cpSync(source, assembly, { recursive: true })
    adapt(assembly)
    for (const stack of faults) withFault(assembly, stack)
    const others = words.filter((...at) => !isContext(...at))
    return cdk([...others, '--app', assembly, '--outputs-file', outputsFile], environment).then(
      () => undefined,
      error => error as Error,
    )
  }
  let problems: readonly string[] = []
  const whole = await timed(async () => {
    const failing = stacks.map(stack => physicalName(stages[name], stack))
    problems = await deployWithFaults(miniStack, { name, failing, cdk: run })
    if (stages[name].keepsData)
      problems = [...problems, ...(await removeAndDeployAgain(miniStack, { name, cdk: run }))]
  })
  const resources = resourcesIn(await assemblyOf(['-c', `stage=${name}`]))
  const outputs = outputsIn(outputsFile)
  const door = await openDoor(endpoint, outputs.ApiId!)
  const environments = await lambdaApi(endpoint).environments(stages[name].prefix)
  return {
    stage: { name, endpoint, url: door.url, outputs, environments },
    door,
    resources,
    problems,
    seconds: { synthesis, deployment: whole - synthesis },
  }
}
