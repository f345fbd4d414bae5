/** Reads a synthesised CDK cloud assembly (the folder `cdk.out`): its stacks and where their assets lie. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, list, object, parse, text } from '../json.ts'

export interface Stack {
  readonly name: string
  readonly account: string
  readonly region: string
  readonly template: JsonObject
  /** The construct path of each resource, such as `Service/Table/Resource`, by its logical id. */
  readonly paths: Map<string, string>
}

export interface Assembly {
  readonly stacks: Stack[]
  /** S3 object key that a template names → the folder or file that would have been uploaded. */
  readonly assetPaths: Map<string, string>
}

/** What the region uses where the app leaves its environment open. */
export const defaultAccount = '000000000000'
export const defaultRegion = 'us-east-1'

/** Reads every stack of the assembly, those of nested stages included. Throws if it is not an assembly. */
export const readAssembly = (directory: string): Assembly => {
  const assembly: Assembly = { stacks: [], assetPaths: new Map() }
  addAssembly(directory, assembly)
  return assembly
}

const addAssembly = (directory: string, assembly: Assembly): void => {
  if (!existsSync(join(directory, 'manifest.json')))
    throw new Error(`${directory} is no cloud assembly: it has no manifest.json`)
  const artifacts = object(readJson(directory, 'manifest.json').artifacts)
  for (const [id, value] of Object.entries(artifacts)) {
    const artifact = object(value)
    const properties = object(artifact.properties)
    if (artifact.type === 'aws:cloudformation:stack')
      assembly.stacks.push(readStack(directory, id, artifact, properties))
    if (artifact.type === 'cdk:asset-manifest')
      addAssets(directory, text(properties.file) ?? '', assembly.assetPaths)
    if (artifact.type === 'cdk:cloud-assembly')
      addAssembly(join(directory, text(properties.directoryName) ?? ''), assembly)
  }
}

const readStack = (directory: string, id: string, artifact: JsonObject, properties: JsonObject): Stack => {
  const [, , account = '', region = ''] = (text(artifact.environment) ?? '').split('/')
  return {
    name: text(properties.stackName) ?? id,
    account: /^\d{12}$/.test(account) ? account : defaultAccount,
    region: region === '' || region.startsWith('unknown') ? defaultRegion : region,
    template: readJson(directory, text(properties.templateFile) ?? ''),
    paths: readPaths(directory, artifact),
  }
}

const readJson = (directory: string, file: string): JsonObject =>
  object(parse(readFileSync(join(directory, file), 'utf8')))

/** The metadata lies in a file of its own in new versions of CDK, and in the manifest of older ones. */
const readPaths = (directory: string, artifact: JsonObject): Map<string, string> => {
  const file = text(artifact.additionalMetadataFile)
  const metadata = file === undefined ? object(artifact.metadata) : readJson(directory, file)
  const entries = Object.entries(metadata).flatMap(([path, notes]) =>
    list(notes)
      .map(object)
      .filter(note => note.type === 'aws:cdk:logicalId')
      .map(note => [text(note.data) ?? '', path.slice(1)] as const),
  )
  return new Map(entries)
}

const addAssets = (directory: string, file: string, assetPaths: Map<string, string>): void => {
  const files = object(readJson(directory, file).files)
  for (const asset of Object.values(files)) {
    const path = text(object(object(asset).source).path)
    for (const destination of Object.values(object(object(asset).destinations))) {
      const key = text(object(destination).objectKey)
      if (path !== undefined && key !== undefined) assetPaths.set(key, join(directory, path))
    }
  }
}
