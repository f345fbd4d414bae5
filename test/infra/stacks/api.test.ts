import { describe, expect, it } from 'vitest'
import { entryOf } from '../../../infra/constructs/entries.ts'
import type { Route } from '../../../shared/http/contract/route.ts'
import { type Path, paths, routes } from '../../../shared/routes.ts'
import { everyStage, type Resource, targetOf } from '../synthesised.ts'

interface RouteProperties {
  RouteKey: string
  Target: { 'Fn::Join': [string, [string, unknown]] }
}

interface IntegrationProperties {
  IntegrationUri: { 'Fn::Join': [string, unknown[]] }
  IntegrationType: string
  PayloadFormatVersion: string
}

interface PermissionProperties {
  FunctionName: unknown
  SourceArn: { 'Fn::Join': [string, unknown[]] }
}

interface StageProperties {
  StageName: string
  AutoDeploy: boolean
  AccessLogSettings: { Format: string }
  DefaultRouteSettings: { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }
}

describe.each(await everyStage())('the API of $settings.name', stage => {
  const functions = stage.of<{ FunctionName: string }>('AWS::Lambda::Function')
  const integrations = stage.of<IntegrationProperties>('AWS::ApiGatewayV2::Integration')
  const permissions = stage.of<PermissionProperties>('AWS::Lambda::Permission')
  const gatewayRoutes = stage.of<RouteProperties>('AWS::ApiGatewayV2::Route')
  const gatewayStage = stage.of<StageProperties>('AWS::ApiGatewayV2::Stage')[0]!.Properties

  const baseStacks = ['stateful', 'platform', 'routes'].map(name => `${stage.settings.prefix}-${name}`)
  const aliases = stage.mayHave<{ FunctionName: unknown }>('AWS::Lambda::Alias')
  /** The id of the function that callers of this are led to, by an alias or at once. */
  const ledTo = (value: unknown): string | undefined => {
    const id = targetOf(value)
    const alias = aliases.find(each => each.id === id)
    return alias ? targetOf(alias.Properties.FunctionName) : id
  }

  const integrationOf = (route: Resource<RouteProperties> | undefined) =>
    integrations.find(({ id }) => id === targetOf(route?.Properties.Target['Fn::Join'][1][1]))

  /** The function whose ARN an integration writes out, by its alias where the stage has some. */
  const calledBy = (integration: Resource<IntegrationProperties> | undefined) => {
    const [, parts = []] = integration?.Properties.IntegrationUri['Fn::Join'] ?? []
    expect(parts[2]).toBe(':lambda:')
    const [, kind, name, ...alias] = String(parts.at(-1)).split(':')
    expect([kind, ...alias]).toEqual(['function', ...(aliases.length > 0 ? ['live'] : [])])
    return functions.find(({ Properties }) => Properties.FunctionName === name)
  }

  const functionBehind = (routeKey: string) =>
    calledBy(integrationOf(gatewayRoutes.find(({ Properties }) => Properties.RouteKey === routeKey)))
  const nameOf = (path: Path) => `${stage.settings.prefix}-${entryOf(path).replaceAll('/', '-')}`

  it('leads every route of the list to the function of its path, and everything else to one that answers 404', () => {
    for (const { path, alsoAt = [] } of Object.values<Route>(routes))
      for (const each of [path, ...alsoAt])
        expect(functionBehind(`ANY ${each}`)?.Properties.FunctionName).toBe(nameOf(path as Path))
    expect(functionBehind('$default')?.Properties.FunctionName).toBe(`${stage.settings.prefix}-api-not-found`)
  })

  const spellingsOf = (path: Path): readonly string[] => [
    path,
    ...Object.values<Route>(routes).flatMap(route => (route.path === path ? (route.alsoAt ?? []) : [])),
  ]

  it('has one route per path and other spelling of it, for all methods, since those that a path refuses get an answer too', () => {
    const keys = gatewayRoutes.map(({ Properties }) => Properties.RouteKey)
    const expected = paths.flatMap(spellingsOf).map(path => `ANY ${path}`)
    expect(keys.sort()).toEqual([...expected, '$default'].sort())
    expect(expected).toContain('ANY /token')
    expect(expected).toContain('ANY /v1/ng/identities/drivers-license/{idNumber}')
  })

  it('has one function per path', () => {
    expect(integrations).toHaveLength(paths.length + 1)
    expect(new Set(integrations.map(calledBy)).size).toBe(paths.length + 1)
  })

  it('is changed by one stack, the last, and by one call after another', () => {
    const links = stage.all.filter(({ Type }) => /^AWS::ApiGatewayV2::(Integration|Route)$/.test(Type))
    const last = `${stage.settings.prefix}-routes`
    expect(new Set(links.map(({ stack }) => stack))).toEqual(new Set([last]))
    const before = stage.artifacts[last]!.dependencies!.filter(each => !each.endsWith('.assets'))
    expect(before.toSorted()).toEqual(stage.stackNames.filter(name => !baseStacks.includes(name)).toSorted())
    expect(links.slice(1).map(({ DependsOn }) => DependsOn)).toEqual(links.slice(0, -1).map(({ id }) => [id]))
    expect(links[0]!.DependsOn).toBeUndefined()
  })

  it('hands over events in the second payload format', () => {
    for (const { Properties } of integrations)
      expect(Properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' })
  })

  const permittedFor = (name: string) => {
    const behind = functions.find(({ Properties }) => Properties.FunctionName === name)!
    const permitted = permissions.filter(({ Properties }) => ledTo(Properties.FunctionName) === behind.id)
    return permitted.map(({ Properties }) => Properties.SourceArn['Fn::Join'][1].at(-1))
  }

  it('may call each of its functions for its own path only', () => {
    for (const path of paths)
      expect(permittedFor(nameOf(path))).toEqual(spellingsOf(path).map(each => `/*/*${each}`))
  })

  it('may call the function behind all other paths, for which it names the route but no path', () => {
    expect(permittedFor(`${stage.settings.prefix}-api-not-found`)).toEqual(['/*/$default'])
  })

  it('logs the route and never the path, the query, the caller or the body', () => {
    const fields = gatewayStage.AccessLogSettings.Format.match(/\$context\.[\w.]+/g)
    expect(fields).toContain('$context.routeKey')
    expect(fields).toContain('$context.status')
    const allowed =
      /^\$context\.(requestId|requestTimeEpoch|httpMethod|routeKey|status|\w+Latency|responseLength|error\.message)$/
    for (const field of fields!) expect(field).toMatch(allowed)
  })

  it('bounds requests at the gateway, as the stage says', () => {
    expect(gatewayStage).toMatchObject({ StageName: '$default', AutoDeploy: true })
    expect(gatewayStage.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: stage.settings.throttle.ratePerSecond,
      ThrottlingBurstLimit: stage.settings.throttle.burst,
    })
  })

  it('lets no page of another origin call it, but for those of the local environment', () => {
    const [api] = stage.of<{ CorsConfiguration?: { AllowOrigins: string[] } }>('AWS::ApiGatewayV2::Api')
    const origins = api!.Properties.CorsConfiguration?.AllowOrigins
    expect(origins).toEqual(stage.settings.name === 'local' ? ['http://*'] : undefined)
  })

  it('says where it is, and how its operator reaches it', () => {
    expect(Object.keys(stage.outputs)).toEqual(
      expect.arrayContaining(['ApiUrl', 'TableName', 'AdministerFunction']),
    )
  })
})
