import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, list, object, parse, text } from '../json.ts'

export interface Stack {
  readonly name: string
  readonly account: string
  readonly region: string
  readonly template: JsonObject
  readonly paths: Map<string, string>
}

export interface Assembly {
  readonly stacks: Stack[]
  /** S3 object key in a template → the folder or file that would be uploaded. */
  readonly assetPaths: Map<string, string>
  readonly compileCacheFolder: string
}

export const defaultAccount = '000000000000'
export const defaultRegion = 'us-east-1'

export const readAssembly = (directory: string): Assembly => {
  if (!existsSync(join(directory, 'manifest.json')))
    throw new Error(`${directory} is no cloud assembly: it has no manifest.json`)
  const artifacts = Object.entries(object(readJson(directory, 'manifest.json').artifacts))
  const ofType = (type: string) =>
    artifacts
      .map(([id, value]) => [id, object(value)] as const)
      .filter(([, artifact]) => artifact.type === type)
  return {
    compileCacheFolder: join(directory, '.compile-cache'),
    stacks: ofType('aws:cloudformation:stack').map(([id, artifact]) => readStack(directory, id, artifact)),
    assetPaths: new Map(
      ofType('cdk:asset-manifest').flatMap(([, { properties }]) =>
        readAssets(directory, text(object(properties).file) ?? ''),
      ),
    ),
  }
}

const readStack = (directory: string, id: string, artifact: JsonObject): Stack => {
  const [, , account = '', region = ''] = (text(artifact.environment) ?? '').split('/')
  const properties = object(artifact.properties)
  return {
    name: text(properties.stackName) ?? id,
    account: /^\d{12}$/.test(account) ? account : defaultAccount,
    region: region === '' || region.startsWith('unknown') ? defaultRegion : region,
    template: readJson(directory, text(properties.templateFile) ?? ''),
    paths: readPaths(readJson(directory, text(artifact.additionalMetadataFile) ?? '')),
  }
}

const readJson = (directory: string, file: string): JsonObject =>
  object(parse(readFileSync(join(directory, file), 'utf8')))

const readPaths = (metadata: JsonObject): Map<string, string> => {
  const entries = Object.entries(metadata).flatMap(([path, notes]) =>
    list(notes)
      .map(object)
      .filter(note => note.type === 'aws:cdk:logicalId')
      .map(note => [text(note.data) ?? '', path.slice(1)] as const),
  )
  return new Map(entries)
}

const readAssets = (directory: string, file: string): [string, string][] =>
  Object.values(object(readJson(directory, file).files)).flatMap(asset => {
    const { source, destinations } = object(asset)
    const path = join(directory, text(object(source).path) ?? '')
    return Object.values(object(destinations)).map((destination): [string, string] => [
      text(object(destination).objectKey) ?? '',
      path,
    ])
  })
