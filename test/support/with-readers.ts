import type { StageSettings } from '../../infra/stage-settings.ts'

const readers = { page: ['night@v.example', 'https://page.example/in'], ticket: ['desk@v.example'] }

/** The stage as its operator deploys it: the table of stages names nobody who reads alarms, and is refused as it is. */
export const withReaders = (settings: StageSettings): StageSettings =>
  settings.alarms?.page.length === 0 ? { ...settings, alarms: readers } : settings
