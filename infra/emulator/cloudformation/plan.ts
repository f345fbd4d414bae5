import { collectRoles, type Statement } from '../iam/policy.ts'
import { type Json, object, parse, text } from '../json.ts'
import type { Assembly } from './assembly.ts'
import { deploymentProblems } from './deployment-problems.ts'
import { type Addresses, type HostedResource, identify, type TemplateResource } from './identity.ts'
import { resourceProblems } from './supported-resources.ts'
import { openTemplates, type Templates } from './template.ts'

export interface Plan {
  readonly resources: HostedResource[]
  ofType(type: string): HostedResource[]
  readonly roles: Map<string, Statement[]>
  readonly outputs: Record<string, string>
}

export const findResource = ({ resources }: Plan, id: string): HostedResource => {
  const found = resources.find(({ stack, logicalId, path }) =>
    [logicalId, `${stack.name}.${logicalId}`, path.replace(/\/(Resource|Default)$/, ''), path].includes(id),
  )
  if (found === undefined) throw new Error(`The assembly has no resource ${id}`)
  return found
}

/** Throws one error that lists everything that the emulator cannot host. */
export const planEmulation = (assembly: Assembly, addresses: Addresses): Plan => {
  const problems = new Set<string>()
  const templates = openTemplates(assembly.stacks, {
    identify: (resource, properties) => identify(resource, properties, addresses),
    report: problem => problems.add(problem),
  })
  const localise = localUrls(templates, addresses)
  const resources = templates.resources.map(resource => hostedResource(resource, templates, localise))
  const ofType = (wanted: string) => resources.filter(({ type }) => type === wanted)
  const roles = collectRoles(ofType('AWS::IAM::Role'))
  const outputs = Object.entries(object(localise(templates.outputs())))
  for (const resource of resources) {
    const { stack, logicalId, type } = resource
    const deployment = deploymentProblems(resource, { resources, roles })
    for (const problem of [...resourceProblems(resource), ...deployment])
      problems.add(`${stack.name}/${logicalId} (${type}): ${problem}`)
  }
  // Types with a single address in the local environment.
  if (ofType('AWS::ApiGatewayV2::Api').length > 1) problems.add('more than one HTTP API is not supported')
  if (ofType('AWS::Cognito::UserPool').length > 1) problems.add('more than one user pool is not supported')
  if (problems.size > 0)
    throw new Error(['The emulator cannot host this assembly:', ...problems].join('\n- '))
  return {
    resources,
    ofType,
    roles,
    outputs: Object.fromEntries(outputs.map(([key, value]) => [key, text(value) ?? ''])),
  }
}

/** The address that templates derive from the id, and the emulator's own. */
const addressPairs: Record<
  string,
  (id: string, region: string, here: Addresses) => readonly [string, string]
> = {
  'AWS::ApiGatewayV2::Api': (id, region, { httpApi }) => [
    `https://${id}.execute-api.${region}.amazonaws.com`,
    httpApi,
  ],
  'AWS::Cognito::UserPool': (id, region, { issuer }) => [
    `https://cognito-idp.${region}.amazonaws.com/${id}`,
    issuer,
  ],
}

const localUrls = (templates: Templates, addresses: Addresses): ((value: Json) => Json) => {
  const found = templates.resources.flatMap(resource => {
    const addressPairOf = addressPairs[resource.type]
    return addressPairOf
      ? [addressPairOf(templates.identityOf(resource).ref, resource.stack.region, addresses)]
      : []
  })
  return value =>
    parse(found.reduce((json, [there, here]) => json.replaceAll(there, here), JSON.stringify(value)))
}

const hostedResource = (
  resource: TemplateResource,
  templates: Templates,
  localise: (value: Json) => Json,
): HostedResource => {
  const identity = templates.identityOf(resource)
  return {
    ...resource,
    ref: identity.ref,
    attribute: name => {
      const value = identity.attribute(name)
      if (value === undefined) throw new Error(`${resource.type} has no attribute ${name}`)
      return value
    },
    properties: object(localise(object(templates.resolve(resource.stack, resource.properties)))),
  }
}
