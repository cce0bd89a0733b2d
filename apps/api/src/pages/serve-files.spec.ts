import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import request from 'supertest';
import { serveDashboard } from './serve-dashboard.js';

describe('files of the dashboard', () => {
  let folder: string;
  let socket: Server | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'churn-pages-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>Overview</title>');
    writeFileSync(join(folder, 'assets/index-1.js'), 'start()');
  });

  afterEach(() => {
    socket?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const app = () => express().use(serveDashboard(folder, '/api/v1'));

  it('are answered 404 when an upgrade has removed them, and the page is still there', async () => {
    const dashboard = app();
    expect((await request(dashboard).get('/assets/index-1.js')).text).toBe('start()');
    rmSync(join(folder, 'assets/index-1.js'));
    expect((await request(dashboard).get('/assets/index-1.js')).status).toBe(404);
    expect((await request(dashboard).get('/').set('Accept', 'text/html')).text).toContain('Overview');
  });

  it.each(['/.built-from', '/assets/.note', '/%2ebuilt-from'])('are not served when they are hidden: %s', async (path) => {
    writeFileSync(join(folder, '.built-from'), 'a hash');
    writeFileSync(join(folder, 'assets/.note'), 'a note');
    expect((await request(app()).get(path)).text).not.toMatch(/a hash|a note/);
  });

  it('are served when an upgrade has added them', async () => {
    const dashboard = app();
    writeFileSync(join(folder, 'assets/index-2.js'), 'restart()');
    const answer = await request(dashboard).get('/assets/index-2.js');
    expect(answer.text).toBe('restart()');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('cannot end the process when one of them cannot be read', async () => {
    const path = join(folder, 'assets/odd.js');
    socket = createServer().listen(path);
    const dashboard = app();
    await expect(request(dashboard).get('/assets/odd.js')).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    expect((await request(dashboard).get('/assets/index-1.js')).status).toBe(200);
  });
});
