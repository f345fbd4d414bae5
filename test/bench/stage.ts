/*
 * What a bench measures, as it is deployed: a function's bundle, handler, memory, variables and batches are read from the
 * templates of a stage that is synthesised for it. No bench has a list of its own, which a function would outgrow.
 */
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../infra/constructs/entries.ts'
import { readAssembly } from '../../infra/emulator/cloudformation/assembly.ts'
import { functionNameOf } from '../../infra/emulator/cloudformation/deployment-problems.ts'
import { planEmulation } from '../../infra/emulator/cloudformation/plan.ts'
import { number, text } from '../../infra/emulator/json.ts'
import { type DeployedFunction, readFunction } from '../../infra/emulator/lambda/function.ts'
import { type Addresses, assemble } from '../support/assembled-once.ts'
import { functionNamed } from '../support/names.ts'

export interface MeasuredFunction
  extends Pick<DeployedFunction, 'memoryMegabytes' | 'runtimeVariables' | 'templateVariables'> {
  /** Its bundle, and what that exports. */
  readonly file: string
  readonly exported: string
  /** Of a consumer: how many records or messages come at once, and how many batches of a shard run at once. */
  readonly batchSize: number
  readonly lanes: number
}

/** The functions of a stage. */
export interface StageFunctions {
  /** @throws for one that the stage does not have */
  readonly get: (entry: Entry) => MeasuredFunction
}

/** Nobody listens at the discard port, and nothing that is measured calls the API. */
export const nowhere: Addresses = { service: 'http://localhost:9', registries: 'http://localhost:9' }

/** Of an assembly of the stage `local`. */
export const readStage = (folder: string): StageFunctions => {
  const assembly = readAssembly(folder)
  const here = nowhere.service
  const plan = planEmulation(assembly, { gateway: here, httpApi: here, issuer: here })
  const resources = new Map(plan.ofType('AWS::Lambda::Function').map(resource => [resource.ref, resource]))
  const mappings = new Map(
    plan
      .ofType('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => [functionNameOf(text(properties.FunctionName) ?? ''), properties]),
  )
  const nameOf = (entry: Entry) => functionNamed(entry.replaceAll('/', '-'))
  return {
    get: entry => {
      const resource = resources.get(nameOf(entry))
      if (!resource) throw new Error(`The stage has no function ${entry}`)
      const { folder, handler, ...deployed } = readFunction(resource, assembly)
      const [module, exported] = handler.split('.') as [string, string]
      const mapping = mappings.get(deployed.name)
      return {
        ...deployed,
        file: join(folder, `${module}.cjs`),
        exported,
        batchSize: number(mapping?.BatchSize) ?? 1,
        lanes: number(mapping?.ParallelizationFactor) ?? 1,
      }
    },
  }
}

/** The functions of this working tree. @param folder an empty one, or none yet; it goes with the caller's own */
export const openStage = async (folder: string): Promise<StageFunctions> => {
  mkdirSync(folder, { recursive: true })
  await assemble(folder, nowhere, {})
  return readStage(folder)
}

export const kilobytesOf = ({ file }: Pick<MeasuredFunction, 'file'>): number =>
  Math.round(statSync(file).size / 1000)
