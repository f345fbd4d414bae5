import manifest from '../package.json' with { type: 'json' }

/** Of this release: all that says one has it from here. */
export const { version } = manifest
