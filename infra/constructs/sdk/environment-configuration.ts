/*
 * Bundled into the functions in place of the SDK's search for its settings in files and instance metadata
 * (@smithy/core/config), which Lambda does not have: they are read from the environment, or have their defaults.
 */

type Environment = Readonly<NodeJS.ProcessEnv>
type Provider<Value> = () => Promise<Value>

interface Setting<Value> {
  readonly environmentVariableSelector?: (environment: Environment, options?: object) => Value | undefined
  readonly default: Value | Provider<Value>
}

const provided = <Value>(value: Value | Provider<Value>): Provider<Value> =>
  value instanceof Function ? value : async () => value

export const loadConfig =
  <Value>(setting: Setting<Value>, options?: object): Provider<Value> =>
  async () =>
    setting.environmentVariableSelector?.(process.env, options) ?? provided(setting.default)()

export const booleanSelector = (environment: Environment, name: string): boolean | undefined => {
  const value = environment[name]
  return value === undefined ? undefined : value === 'true'
}
export const SelectorType = { ENV: 'env', CONFIG: 'shared config entry' }
export const CONFIG_PREFIX_SEPARATOR = '.'
export class ProviderError extends Error {}

export const REGION_ENV_NAME = 'AWS_REGION'
export const REGION_INI_NAME = 'region'
export const NODE_REGION_CONFIG_FILE_OPTIONS = {}
export const NODE_REGION_CONFIG_OPTIONS: Setting<string> = {
  environmentVariableSelector: ({ [REGION_ENV_NAME]: region }) => region,
  default: async () => {
    throw new Error('The environment names no region')
  },
}
export const resolveRegionConfig = <Config extends { readonly region: string | Provider<string> }>(
  config: Config,
): Config => Object.assign(config, { region: provided(config.region) })

export const DEFAULT_USE_FIPS_ENDPOINT = false
export const DEFAULT_USE_DUALSTACK_ENDPOINT = false
export const NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS = { default: DEFAULT_USE_FIPS_ENDPOINT }
export const NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS = { default: DEFAULT_USE_DUALSTACK_ENDPOINT }

export const resolveDefaultsModeConfig = (): Provider<string> => async () => 'legacy'
