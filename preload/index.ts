import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from './contract/bridge.js';
import { EVENT_CHANNEL, INVOKE_CHANNEL } from './contract/channels.js';

const bridge: Bridge = {
  invoke: (route, input) => ipcRenderer.invoke(INVOKE_CHANNEL, route, input),
  on: (event, listener) => {
    // Electron's own event object is not handed on: it would give the window the raw channel.
    const onMessage = (_: unknown, name: unknown, payload: Parameters<typeof listener>[0]): void => {
      if (name === event) listener(payload);
    };
    ipcRenderer.on(EVENT_CHANNEL, onMessage);
    return () => void ipcRenderer.off(EVENT_CHANNEL, onMessage);
  },
};

contextBridge.exposeInMainWorld('greenroom', bridge);
