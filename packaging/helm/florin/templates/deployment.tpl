{{- define "florin.labels" -}}
app.kubernetes.io/name: florin
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "florin.selector" -}}
app.kubernetes.io/name: florin
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "florin.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "florin.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "florin.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: ["ALL"] }
{{- end }}

{{- /* A Deployment of nodes with one role. Takes the chart's context as root, the role, and the values of the role. */ -}}
{{- define "florin.deployment" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $root.Release.Name }}-{{ .role }}
  labels:
    {{- include "florin.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- if not (and .node.autoscaling .node.autoscaling.enabled) }}
  replicas: {{ .node.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "florin.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels:
        {{- include "florin.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
      annotations:
        checksum/settings: {{ $root.Values.settings | toJson | sha256sum }}
        {{- with $root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      automountServiceAccountToken: {{ $root.Values.automountServiceAccountToken }}
      {{- with $root.Values.serviceAccountName }}
      serviceAccountName: {{ . }}
      {{- end }}
      terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
      securityContext:
        {{- include "florin.podSecurity" $root | nindent 8 }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "florin.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ .role }}
      {{- with $root.Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: florin
          image: {{ include "florin.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          securityContext:
            {{- include "florin.containerSecurity" $root | nindent 12 }}
          ports:
            - { name: http, containerPort: 8080 }
          envFrom:
            - configMapRef: { name: {{ $root.Release.Name }}-settings }
            {{- with $root.Values.existingSecret }}
            - secretRef: { name: {{ . }} }
            {{- end }}
          env:
            - { name: FLORIN_ROLES, value: {{ .role }} }
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 3
            timeoutSeconds: 3
            failureThreshold: 2
          resources:
            {{- toYaml .node.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: data, mountPath: /var/lib/florin }
            {{- if $root.Values.filesClaim }}
            - { name: files, mountPath: /var/lib/florin-files, readOnly: true }
            {{- end }}
      volumes:
        - { name: tmp, emptyDir: {} }
        - { name: data, emptyDir: {} }
        {{- with $root.Values.filesClaim }}
        - name: files
          persistentVolumeClaim: { claimName: {{ . }}, readOnly: true }
        {{- end }}
{{- end }}
